import { addons } from 'storybook/preview-api'

/**
 * Remounts the story in the canvas, like the button in Storybook's toolbar. A story that is only rendered
 * again keeps its components, which then show the records that they fetched before.
 * Storybook itself remounts the stories of Docs pages.
 */
export const remountStory = (storyId: string): void =>
  addons.getChannel().emit('forceRemount', { storyId })
