npx calmock export public/mock --sites en # creates public/mock/calmock.js
