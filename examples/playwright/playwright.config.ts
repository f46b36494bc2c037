import { defineConfig } from '@playwright/test'
import type { CalmockOptions } from 'calmock/playwright'

export default defineConfig<object, CalmockOptions>({
  testMatch: '*.spec.ts',
  fullyParallel: true,
  use: {
    calmockOptions: { scenario: 'today' },
    serviceWorkers: 'block',
    timezoneId: 'UTC',
  },
})
