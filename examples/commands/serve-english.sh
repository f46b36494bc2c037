npx calmock --sites en --now 2030-01-07T12:00:00Z
