import { defineConfig } from 'calmock'

export default defineConfig({ coverage: true, sites: ['en'] })
