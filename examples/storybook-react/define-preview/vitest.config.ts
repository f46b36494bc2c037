import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: { environment: 'jsdom', setupFiles: './define-preview/vitest.setup.ts' },
})
