import { defineConfig, devices } from '@playwright/test'
import type { CalmockOptions } from 'calmock/playwright'

export default defineConfig<object, CalmockOptions>({
  testDir: './tests',
  fullyParallel: true,
  workers: 4,
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath: process.env.BROWSER_PATH || undefined },
    baseURL: 'http://localhost:5931',
    serviceWorkers: 'block',
    calmockOptions: { sites: ['en'] },
  },
  webServer: {
    command: 'npx next start --port 5931',
    env: { NODE_OPTIONS: '--import ./worlds.mjs' },
    port: 5931,
    reuseExistingServer: false,
  },
})
