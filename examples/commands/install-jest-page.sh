npm install --save-dev jest-environment-jsdom jest-fixed-jsdom
