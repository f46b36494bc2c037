npm install --save-dev calmock
