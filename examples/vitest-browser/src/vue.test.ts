import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-vue'
import EventList from './EventList.vue'

const mock = useCalmock({ sites: ['en'], scenario: 'one' })

const api = 'https://api.example/en/cal/events/v1'

test('lists an event with the title that the test gave it', async () => {
  const { id } = mock.landmarks.events.jazzNight
  mock.db.event.update({ where: { id: { equals: id.en } }, data: { title: 'Sold out' } })
  const screen = await render(EventList, { props: { api } })
  await expect.element(screen.getByText('Sold out')).toBeVisible()
})

test('the next test has the records of the start', async () => {
  const { title } = mock.landmarks.events.jazzNight
  const screen = await render(EventList, { props: { api } })
  await expect.element(screen.getByText(title.en)).toBeVisible()
  expect(screen.getByText('Sold out').query()).toBeNull()
})
