echo "CALMOCK_TOKEN=$(node -p 'crypto.randomUUID()')" > .env # creates .env
docker compose up --build --detach --wait
docker compose logs --follow mock
docker compose down
