import { defineConfig, devices } from '@playwright/test'
import type { CalmockOptions } from 'calmock/playwright'

export default defineConfig<object, CalmockOptions>({
  testDir: './tests',
  fullyParallel: true,
  workers: 4,
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath: process.env.BROWSER_PATH || undefined },
    baseURL: 'http://localhost:5932',
    serviceWorkers: 'block',
    calmockOptions: { sites: ['en'] },
  },
  webServer: {
    command: 'node build',
    env: { NODE_OPTIONS: '--import ./worlds.mjs', PORT: '5932' },
    port: 5932,
    reuseExistingServer: false,
  },
})
