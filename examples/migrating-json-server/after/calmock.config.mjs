import { defineConfig } from 'calmock'

export default defineConfig({
  sites: ['en'],
  scenario: 'empty',
  now: '2026-03-01T12:00:00Z', // a day before the events of the file
  data: 'after/data.json',
})
