npx calmock --fault 'GET /events 503 10%' --fault 'POST * 429' --delay 200-800
