npm install --save-dev calmock cypress
