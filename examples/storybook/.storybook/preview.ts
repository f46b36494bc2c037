import type { Preview } from '@storybook/html-vite'
import { calmockPreview } from 'calmock/storybook'

const preview: Preview = { ...calmockPreview() }

export default preview
