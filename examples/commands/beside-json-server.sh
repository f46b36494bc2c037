npx calmock --sites en --empty
