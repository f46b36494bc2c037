import { defineConfig } from 'astro/config'
import { calmock } from 'calmock/vite'

export default defineConfig({ vite: { plugins: [calmock({ sites: ['en', 'de'] })] } })
