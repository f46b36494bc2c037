import { mockNuxtImport, mountSuspended } from '@nuxt/test-utils/runtime'
import { createFetch } from 'ofetch'
import { afterEach, expect, test, vi } from 'vitest'
import App from '../app/app.vue'

const { createCalmock } = await vi.hoisted(() => import('calmock'))
const mock = vi.hoisted(() => createCalmock({ sites: ['en', 'de'], baseUrl: '/api' }))
mockNuxtImport('$fetch', () => createFetch({ fetch: mock.fetch }))
afterEach(() => {
  mock.reset()
  clearNuxtData() // else useFetch answers from the test before
})

test.each([
  ['en', 'Blue Hour: A Night of Jazz'],
  ['de', 'Blaue Stunde: Eine Nacht voller Jazz'],
])('lists the event in %s', async (language, title) => {
  mock.setScenario('one')
  const page = await mountSuspended(App, { props: { language } })
  expect(page.text()).toBe(title)
})

test('lists five events', async () => {
  const page = await mountSuspended(App, { props: { language: 'en' } })
  expect(page.findAll('li')).toHaveLength(5)
})

test('shows an empty list', async () => {
  mock.setScenario('empty')
  const page = await mountSuspended(App, { props: { language: 'en' } })
  expect(page.html()).toContain('<ul></ul>')
})

test('shows the status of an error', async () => {
  mock.faults = 'GET /events 503'
  const page = await mountSuspended(App, { props: { language: 'en' } })
  expect(page.text()).toBe('503')
})
