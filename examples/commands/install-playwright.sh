npm install --save-dev calmock @playwright/test
npx playwright install chromium
