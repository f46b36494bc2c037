npx calmock --https
