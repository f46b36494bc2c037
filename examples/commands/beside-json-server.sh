npx calmock --sites en --empty --proxy http://localhost:3000
