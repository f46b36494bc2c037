import { defineConfig, devices } from '@playwright/test'
import type { MockOptions } from './tests/world.ts'

export default defineConfig<MockOptions>({
  testDir: './tests',
  fullyParallel: true,
  use: {
    ...devices['Desktop Chrome'],
    baseURL: 'http://localhost:5827',
    mockUrl: 'http://127.0.0.1:4747',
    timezoneId: 'UTC',
  },
  webServer: [
    {
      command: 'npx calmock --port 4747 --sites en --now 2030-01-07T12:00:00Z --log-format off',
      url: 'http://127.0.0.1:4747/en/cal/events/v1',
      reuseExistingServer: false,
    },
    {
      command: 'npx vite --port 5827 --strictPort',
      url: 'http://localhost:5827',
      env: { VITE_API_HOST: 'http://127.0.0.1:4747' },
      reuseExistingServer: false,
    },
  ],
})
