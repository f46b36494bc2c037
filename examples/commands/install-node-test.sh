npm install --save-dev calmock msw
