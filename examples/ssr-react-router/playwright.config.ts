import { defineConfig, devices } from '@playwright/test'
import type { CalmockOptions } from 'calmock/playwright'

export default defineConfig<object, CalmockOptions>({
  testDir: './tests',
  fullyParallel: true,
  workers: 4,
  use: {
    ...devices['Desktop Chrome'],
    launchOptions: { executablePath: process.env.BROWSER_PATH || undefined },
    baseURL: 'http://localhost:5934',
    serviceWorkers: 'block',
    calmockOptions: { sites: ['en'] },
  },
  webServer: {
    command: 'npx react-router-serve build/server/index.js',
    env: { NODE_OPTIONS: '--import ./worlds.mjs', PORT: '5934' },
    port: 5934,
    reuseExistingServer: false,
  },
})
