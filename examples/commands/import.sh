npx calmock --sites en
npx calmock import http://127.0.0.1:4747/en > calendar.json # creates calendar.json
npx calmock --data calendar.json --empty --sites en
