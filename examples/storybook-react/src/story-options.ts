import type { StoryObj } from '@storybook/react-vite'

/** tsc checks the options of stories, since tsconfig.app.json names the types of calmock/storybook. */
export const misspelt: StoryObj[] = [
  // @ts-expect-error there is no such language
  { parameters: { calmock: { language: 'pt' } } },
  // @ts-expect-error there is no such option
  { parameters: { calmock: { scenrio: 'empty' } } },
]
