npx calmock export public/mock --sites en,de # creates public/mock/calmock.js
