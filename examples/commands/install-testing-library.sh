npm install --save-dev calmock msw jsdom @testing-library/react @testing-library/dom
