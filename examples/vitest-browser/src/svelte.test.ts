import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-svelte'
import EventList from './EventList.svelte'

const mock = useCalmock({ sites: ['ar'] })

test('lists five events in Arabic, on the day of the tests', async () => {
  const screen = await render(EventList, { api: 'https://api.example/ar/cal/events/v1' })
  await expect.element(screen.getByRole('listitem')).toHaveLength(5)
  expect(screen.getByRole('list').element().textContent).toMatch(/\p{Script=Arabic}/u)
  expect(mock.clock.now().toISOString()).toBe('2030-01-07T12:00:00.000Z')
})
