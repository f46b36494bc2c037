npm install --save-dev calmock vitest @vitest/browser-playwright playwright vitest-browser-react
npx playwright install chromium
