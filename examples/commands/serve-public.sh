npx calmock serve --host 0.0.0.0 --public-url https://mock.example.com --token "$CALMOCK_TOKEN" --world-idle 20160
