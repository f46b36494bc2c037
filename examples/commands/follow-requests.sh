npx calmock
curl -N -H 'Accept: text/event-stream' 'http://127.0.0.1:4747/__calmock/requests?status=4xx,5xx'
