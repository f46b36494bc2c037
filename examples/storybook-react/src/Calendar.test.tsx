import { composeStories } from '@storybook/react-vite'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as stories from './Calendar.stories.tsx'

const {
  Hindi,
  Arabic,
  NewYearsEve,
  Empty,
  Failed,
  Loading,
  NextPage,
  NextPageFailed,
  RefreshFailed,
  OwnResponse,
} = composeStories(stories)

test('the story Hindi lists three events in Hindi', async () => {
  await Hindi.run()
  const items = await screen.findAllByRole('listitem')
  expect(items).toHaveLength(3)
  for (const item of items)
    expect(item.textContent).toMatch(/^2030-01-\d\d .*\p{Script=Devanagari}/u)
})

test.each(Object.entries({ Arabic, NewYearsEve }))(
  'the story %s is shown from right to left',
  async (_, story) => {
    await story.run()
    const list = await screen.findByRole('list')
    expect(list.closest('[dir]')?.getAttribute('dir')).toBe('rtl')
    expect(list.textContent).toMatch(/\p{Script=Arabic}/u)
  },
)

// the play functions of these stories contain the assertions
test.each(Object.entries({ Empty, Failed, NextPage, NextPageFailed }))(
  'the story %s passes',
  (_, story) => story.run(),
)

test('the story Loading waits for its list', async () => {
  await Loading.run()
  expect(await screen.findByText('Loading …')).toBeTruthy()
})

test('the story RefreshFailed starts with the same data in each run', async () => {
  await RefreshFailed.run()
  await RefreshFailed.run()
})

test('the story OwnResponse shows an error', async () => {
  await OwnResponse.run()
  expect(await screen.findByRole('alert')).toBeTruthy()
})
