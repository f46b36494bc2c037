// @vitest-environment happy-dom
// @vitest-environment-options {"settings":{"fetch":{"disableSameOriginPolicy":true}}}
import { cleanup, render, screen } from '@testing-library/react'
import { useCalmock } from 'calmock/vitest'
import { afterEach, expect, test } from 'vitest'
import App from './App.tsx'
import { UpcomingEvents } from './UpcomingEvents.tsx'

const mock = useCalmock({ baseUrl: '/api', sites: ['en', 'hi', 'ar'], onUnhandledRequest: 'error' })

afterEach(cleanup)

test('lists five events in English', async () => {
  render(<App />)
  expect(screen.getByText('Loading…')).toBeTruthy()
  const items = await screen.findAllByRole('listitem')
  expect(items).toHaveLength(5)
  expect(items[0].textContent).toContain('January 7, 2030')
  expect(items[0].closest('[lang]')?.getAttribute('lang')).toBe('en')
})

test('lists the events in Arabic from right to left', async () => {
  render(<UpcomingEvents language="ar" />)
  const list = await screen.findByRole('list')
  expect(list.closest('section')?.dir).toBe('rtl')
  expect(list.textContent).toMatch(/\p{Script=Arabic}/u)
})

test('says that there are no events', async () => {
  mock.setScenario('empty')
  render(<App />)
  expect(await screen.findByText('No events.')).toBeTruthy()
})

test('shows an error while the service is down', async () => {
  mock.faults = ['GET /events 503']
  render(<App />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('The events could not be loaded.')
  expect(mock.requests[0]).toMatchObject({ path: '/events', status: 503 })
})

test('shows an event that an editor creates', async () => {
  await mock.fetch('/api/en/cal/events/v1/events', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Open rehearsal', start_date: 'now', end_date: '+1 hour' }),
  })
  render(<App />)
  expect(await screen.findByText(/Open rehearsal/)).toBeTruthy()
})
