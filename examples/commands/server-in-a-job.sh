npx calmock --sites en --now 2030-01-07T12:00:00Z &
curl --silent --output mock.html --retry 10 --retry-connrefused http://127.0.0.1:4747/ # creates mock.html
