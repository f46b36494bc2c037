npx msw init public --save # creates public/mockServiceWorker.js
