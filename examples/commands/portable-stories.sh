npm install --save-dev vitest jsdom @testing-library/react @testing-library/dom
