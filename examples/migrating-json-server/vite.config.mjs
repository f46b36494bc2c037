import { defineConfig } from 'vite'

const { CALMOCK = 'http://127.0.0.1:4747', JSON_SERVER = 'http://localhost:3000' } = process.env

export default defineConfig({
  server: {
    proxy: {
      '/en/cal': CALMOCK,
      '^/(events|venues|news)': JSON_SERVER,
    },
  },
})
