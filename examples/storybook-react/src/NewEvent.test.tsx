import { composeStories } from '@storybook/react-vite'
import { test } from 'vitest'
import * as stories from './NewEvent.stories.tsx'

const { Created } = composeStories(stories)

test('the story Created starts with the same data in each run', async () => {
  await Created.run()
  await Created.run()
})
