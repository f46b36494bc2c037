npm install --save-dev calmock jest
