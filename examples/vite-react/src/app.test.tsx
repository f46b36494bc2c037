import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useCalmock } from 'calmock/vitest'
import { afterEach, expect, test } from 'vitest'
import { App } from './App.tsx'

const mock = useCalmock({ sites: ['en'], onUnhandledRequest: 'error' })
const api = 'https://api.example/en/cal/events/v1'

afterEach(cleanup)

test('the app lists five events', async () => {
  render(<App api={api} />)
  expect(await screen.findAllByRole('listitem')).toHaveLength(5)
})

test('the app shows one event', async () => {
  render(<App api={api} />)
  const [button] = await screen.findAllByRole('button')
  fireEvent.click(button)
  const heading = await screen.findByRole('heading')
  expect(heading.textContent).toBe(button.textContent)
})

test('the app shows a list without events', async () => {
  mock.setScenario('empty')
  render(<App api={api} />)
  expect(await screen.findByRole('list')).toBeTruthy()
  expect(screen.queryAllByRole('listitem')).toEqual([])
})
