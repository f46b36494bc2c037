import type { Preview } from '@storybook/react-vite'
import { calmockPreview } from 'calmock/storybook'

const preview: Preview = { ...calmockPreview() }

export default preview
