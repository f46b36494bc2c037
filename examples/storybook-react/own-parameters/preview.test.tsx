import { composeStories, setProjectAnnotations } from '@storybook/react-vite'
import { expect, test } from 'vitest'
import * as stories from '../src/Calendar.stories.tsx'
import preview from './.storybook/preview.tsx'

setProjectAnnotations(preview)
const { Empty } = composeStories(stories)

test('a preview keeps its own parameters', async () => {
  expect(Empty.parameters.controls.matchers.date).toEqual(/Date$/i)
  await Empty.run()
})
