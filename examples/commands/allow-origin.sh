npx calmock --allow-origin https://app.example
