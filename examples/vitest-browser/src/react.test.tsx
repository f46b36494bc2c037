import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { EventList } from './EventList.tsx'

const mock = useCalmock({ sites: ['en', 'ar'] })

const api = 'https://api.example/en/cal/events/v1'

test('lists five events', async () => {
  const screen = await render(<EventList api={api} />)
  await expect.element(screen.getByRole('listitem')).toHaveLength(5)
  expect(mock.requests).toMatchObject([{ method: 'GET', path: '/events', status: 200 }])
})

test('says that there are no events', async () => {
  mock.setScenario('empty')
  const screen = await render(<EventList api={api} />)
  await expect.element(screen.getByText('No events')).toBeVisible()
})

test('shows an error while the service is down', async () => {
  mock.faults = 'GET /events 503'
  const screen = await render(<EventList api={api} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not now (503)')
})
