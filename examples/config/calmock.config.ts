import { defineConfig } from 'calmock'

export default defineConfig({
  sites: ['en', 'de'],
  scenario: 'city+./cancelled.ts',
  data: './workshops.json',
  port: 8080,
})
