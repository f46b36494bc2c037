import { composeStories } from '@storybook/react-vite'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as stories from './Calendar.stories.tsx'

const { Hindi, Arabic, Empty, Failed, OwnResponse } = composeStories(stories)

test('the story Hindi lists three events in Hindi', async () => {
  await Hindi.run()
  const items = await screen.findAllByRole('listitem')
  expect(items).toHaveLength(3)
  for (const item of items)
    expect(item.textContent).toMatch(/^2030-01-\d\d .*\p{Script=Devanagari}/u)
})

test('the story Arabic is shown from right to left', async () => {
  await Arabic.run()
  const list = await screen.findByRole('list')
  expect(list.closest('[dir]')?.getAttribute('dir')).toBe('rtl')
  expect(list.textContent).toMatch(/\p{Script=Arabic}/u)
})

// the play functions of these two stories contain the assertions
test('the story Empty says that there are no events', () => Empty.run())

test('the story Failed shows an error', () => Failed.run())

test('the story OwnResponse shows an error', async () => {
  await OwnResponse.run()
  expect(await screen.findByRole('alert')).toBeTruthy()
})
