npm install calmock
