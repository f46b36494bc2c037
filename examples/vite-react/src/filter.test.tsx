import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { landmarks } from 'calmock'
import { useCalmock } from 'calmock/vitest'
import { afterEach, expect, test } from 'vitest'
import { EventsByCategory } from './EventsByCategory.tsx'

const mock = useCalmock({ baseUrl: '/api', sites: ['en', 'hi', 'ar'], onUnhandledRequest: 'error' })
const { id, title } = landmarks.categories.jazz

afterEach(cleanup)

test('lists all events before a category is selected', async () => {
  render(<EventsByCategory language="hi" />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
  const list = mock.requests.find(({ path }) => path === '/events')
  expect(list).toMatchObject({ query: { per_page: '5' }, status: 200 })
  expect(list?.query).not.toHaveProperty('categories')
})

test('lists the events of the selected category', async () => {
  render(<EventsByCategory language="hi" />)
  await screen.findByRole('option', { name: title.hi })
  fireEvent.change(screen.getByLabelText('श्रेणी'), { target: { value: id.hi } })
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(4))
  expect(mock.requests.at(-1)).toMatchObject({
    path: '/events',
    query: { categories: String(id.hi) },
    status: 200,
  })
})

test('says that the selected category has no events', async () => {
  mock.clock.advance('P60W') // after the last jazz concert
  render(<EventsByCategory language="hi" />)
  await screen.findByRole('option', { name: title.hi })
  fireEvent.change(screen.getByLabelText('श्रेणी'), { target: { value: id.hi } })
  expect(await screen.findByText('कोई कार्यक्रम नहीं है।')).toBeTruthy()
  expect(mock.requests.at(-1)).toMatchObject({ query: { categories: String(id.hi) }, status: 200 })
})

test('lists all events while the categories are down', async () => {
  mock.faults = ['GET /categories 503']
  render(<EventsByCategory language="hi" />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
  expect(screen.getAllByRole('option')).toHaveLength(1)
  expect(mock.requests).toContainEqual(expect.objectContaining({ status: 503 }))
})
