npx calmock --preset the-events-calendar --sites en --proxy https://www.example.com
