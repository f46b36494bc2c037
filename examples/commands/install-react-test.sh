npm install --save-dev calmock msw vitest jsdom @testing-library/react @testing-library/dom
