import { cleanup, render, screen } from '@testing-library/react'
import { useCalmock } from 'calmock/vitest'
import { afterEach, expect, test } from 'vitest'
import App from './AppWithFilter.tsx'

useCalmock({ baseUrl: '/api', sites: ['en', 'hi', 'ar'], onUnhandledRequest: 'error' })

afterEach(cleanup)

test('shows the heading, the filter and five events', async () => {
  render(<App />)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Upcoming events')
  expect(screen.getByLabelText('Category')).toBeTruthy()
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
})
