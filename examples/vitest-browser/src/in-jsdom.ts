import { useCalmock } from 'calmock/vitest'
import { mount } from 'svelte'
import { expect, test, vi } from 'vitest'
import EventList from './EventList.svelte'

const mock = useCalmock({ sites: ['en'] })

const api = 'https://api.example/en/cal/events/v1'

test('the entry point works in jsdom with the condition browser, with fetch and XMLHttpRequest', async () => {
  mount(EventList, { target: document.body, props: { api } })
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(5))
  const request = new XMLHttpRequest()
  request.open('GET', `${api}/venues`)
  const loaded = new Promise((resolve) => request.addEventListener('load', resolve))
  request.send()
  await loaded
  expect(request.status).toBe(200)
  expect(mock.server.listHandlers().length).toBeGreaterThan(0)
})
