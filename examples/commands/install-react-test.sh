npm install --save-dev msw vitest jsdom @testing-library/react @testing-library/dom
