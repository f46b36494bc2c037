import { defineConfig, devices } from '@playwright/test'
import type { CalmockOptions } from 'calmock/playwright'

export default defineConfig<object, CalmockOptions>({
  testDir: './tests',
  fullyParallel: true,
  retries: process.env.CI ? 2 : 0,
  reporter: [['list'], ['html', { open: 'never' }]],
  use: {
    ...devices['Desktop Chrome'],
    baseURL: 'http://localhost:5827',
    timezoneId: 'UTC',
    serviceWorkers: 'block',
    trace: 'on-first-retry',
    calmockOptions: { sites: ['en', 'hi'] },
  },
  webServer: {
    command: 'npx vite --port 5827 --strictPort',
    url: 'http://localhost:5827',
    reuseExistingServer: false,
  },
})
