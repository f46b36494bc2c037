import type { Page } from 'playwright-core'
import type { Picture } from './picture.ts'

const waitForEvents = (page: Page) => page.locator('.ec-event').first().waitFor()

/** Sends requests as an app does, so that the log has entries of several kinds. */
async function sendRequests(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const api = '/en/cal/events/v1/events'
    const times = { start_date: 'tomorrow 7pm', end_date: 'tomorrow 9pm' }
    const form = new URLSearchParams({ title: 'Open rehearsal', ...times })
    await fetch(`${api}?per_page=5`)
    await fetch(`${api}?serach=jazz&per_page=5`)
    await fetch(`${api}/102`)
    await fetch(api, { method: 'POST', body: form })
    await fetch(`${api}?page=2`, { headers: { 'x-calmock-fault': '503' } })
    await fetch(`${api}/99999`)
  })
  await page.getByText('99999').first().waitFor()
}

/** The views of the dashboard, some of them dark. */
export const dashboardPictures: readonly Picture[] = [
  {
    name: 'dashboard-en',
    path: '/#calendar',
    settings: { language: 'en', second: 'ar' },
    window: [1280, 860],
    scale: 1,
    prepare: waitForEvents,
  },
  {
    name: 'dashboard-control',
    path: '/#control',
    options: { fault: ['GET /events 503 10%'] },
    settings: { theme: 'dark' },
    window: [1000, 700],
    scale: 1,
  },
  { name: 'dashboard-records', path: '/#records/events/102', window: [1000, 700], scale: 1 },
  {
    name: 'dashboard-requests',
    path: '/#requests',
    window: [1000, 560],
    scale: 1,
    prepare: sendRequests,
  },
  {
    name: 'dashboard-reference',
    path: '/#reference',
    window: [1000, 700],
    scale: 1,
    prepare: async (page) => {
      await page.locator('#link-tag--events').click() // in the shadow root of the library
      await page.locator('.nav-bar-path:visible', { hasText: 'post' }).first().click()
    },
  },
]
