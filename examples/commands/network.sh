npx calmock --host 0.0.0.0 --token $CALMOCK_TOKEN --allow-host events.test
curl -X POST -H "Authorization: Bearer $CALMOCK_TOKEN" http://127.0.0.1:4747/__calmock/reset
