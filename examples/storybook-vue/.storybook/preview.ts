import type { Preview } from '@storybook/vue3-vite'
import { calmockPreview } from 'calmock/storybook'

const preview: Preview = { ...calmockPreview() }

export default preview
