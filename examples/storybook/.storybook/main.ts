import type { StorybookConfig } from '@storybook/html-vite'

const config: StorybookConfig = {
  framework: '@storybook/html-vite',
  stories: ['../src/*.mdx', '../src/*.stories.ts'],
  addons: ['@storybook/addon-docs', 'msw-storybook-addon'],
  staticDirs: ['../../../node_modules/msw/lib/mockServiceWorker.js'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
}

export default config
