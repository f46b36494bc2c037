# the token is in the environment variable CALMOCK_TOKEN, where other users of the machine cannot see it
npx calmock serve --host 0.0.0.0 --public-url https://mock.example.com --world-idle 20160 --log-format json
