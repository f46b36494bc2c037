npm install --save-dev calmock wrangler@4.86.0
npx calmock init --worker # creates worker.js
npx wrangler dev
