npx calmock
curl --fail --output page.html http://127.0.0.1:4747/ # creates page.html
curl --fail --header "Authorization: Bearer $CALMOCK_TOKEN" http://127.0.0.1:4747/__calmock/health
