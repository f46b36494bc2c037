import { calmock } from 'calmock/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [calmock({ path: '/api', events: 30 })],
})
