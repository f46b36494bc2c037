import { defineConfig } from 'vitest/config'

const operations = ['GET /events?page&search', 'GET /events/{id}?i18n_language']

export default defineConfig({
  test: { reporters: ['default', ['calmock/coverage', { operations }]] },
})
