npx calmock --proxy https://www.example.com --record traffic.har
npx calmock --proxy traffic.har
