npx calmock --sites en
