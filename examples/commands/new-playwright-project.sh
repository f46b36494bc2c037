npm init -y
npm pkg set type=module
npm install --save-dev calmock @playwright/test vite typescript
