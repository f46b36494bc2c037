import react from '@vitejs/plugin-react'
import { calmock } from 'calmock/vite'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), calmock({ path: '/api', sites: ['en', 'hi', 'ar'] })],
})
