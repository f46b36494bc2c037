# the token is in the variable CALMOCK_TOKEN, not in the list of processes
npx calmock serve --host 0.0.0.0 --public-url https://mock.example.com --world-idle 20160 --log-format json
