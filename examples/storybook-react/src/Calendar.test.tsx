import { composeStories } from '@storybook/react-vite'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import * as stories from './Calendar.stories.tsx'

const { Hindi, Empty, Failed, Maintenance } = composeStories(stories)

test('the story Hindi lists three events in Hindi', async () => {
  await Hindi.run()
  const items = await screen.findAllByRole('listitem')
  expect(items).toHaveLength(3)
  for (const item of items)
    expect(item.textContent).toMatch(/^2030-01-\d\d .*\p{Script=Devanagari}/u)
})

test('the story Empty has no events', async () => {
  await Empty.run()
  expect(await screen.findByText('No events.')).toBeTruthy()
})

test('the story Failed shows an error', async () => {
  await Failed.run()
  expect(await screen.findByRole('alert')).toBeTruthy()
})

test('the story Maintenance shows an error', async () => {
  await Maintenance.run()
  expect(await screen.findByRole('alert')).toBeTruthy()
})
