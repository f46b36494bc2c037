import type { Preview } from '@storybook/react-vite'
import { calmockPreview } from 'calmock/storybook'

const preview: Preview = {
  ...calmockPreview(),
  parameters: {
    controls: {
      matchers: { color: /(background|color)$/i, date: /Date$/i },
    },
  },
}

export default preview
