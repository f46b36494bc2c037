import { defineConfig, devices } from '@playwright/test'
import type { CalmockOptions } from 'calmock/playwright'

export default defineConfig<object, CalmockOptions>({
  testDir: './tests',
  fullyParallel: true,
  workers: 4,
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath: process.env.BROWSER_PATH || undefined },
    baseURL: 'http://localhost:5933',
    serviceWorkers: 'block',
    calmockOptions: { sites: ['en'] },
  },
  webServer: {
    command: 'node .output/server/index.mjs',
    env: { NODE_OPTIONS: '--import ./worlds.mjs', PORT: '5933' },
    port: 5933,
    reuseExistingServer: false,
  },
})
