import { svelte } from '@sveltejs/vite-plugin-svelte'
import vue from '@vitejs/plugin-vue'
import { playwright } from '@vitest/browser-playwright'
import { mergeConfig } from 'vitest/config'
import config from './vitest.config.ts'

const launchOptions = { executablePath: process.env.BROWSER_PATH }

// all three frameworks, and the browser of the machine instead of one that Playwright downloads
export default mergeConfig(config, {
  plugins: [vue(), svelte()],
  test: {
    reporters: ['default', 'calmock/coverage'],
    browser: { provider: playwright({ launchOptions }) },
  },
})
