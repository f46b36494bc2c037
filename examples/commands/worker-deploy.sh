npx wrangler secret put CALMOCK_TOKEN
npx wrangler deploy
