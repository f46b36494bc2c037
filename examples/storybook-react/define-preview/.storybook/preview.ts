import { definePreview } from '@storybook/react-vite'
import { calmockPreview } from 'calmock/storybook'

const calmock = calmockPreview()

/** Your own function for each story. */
const selectLightTheme = () => {
  document.documentElement.dataset.theme = 'light'
}

export default definePreview({
  addons: [],
  ...calmock,
  beforeEach: [calmock.beforeEach, selectLightTheme],
})
