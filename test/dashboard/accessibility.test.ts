import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations } from '../browser/find-violations.ts'
import { choose, openView, useDashboard, viewContents } from './use-dashboard.ts'

const open = useDashboard()

/** Other states of the calendar: the control that shows them, and what they show. */
const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '.ec-time-grid': (page) => page.getByRole('button', { name: 'Week' }).click(),
  '.ec-list': (page) => page.getByRole('button', { name: 'Agenda' }).click(),
  '.pane:nth-child(2) .count[data-state=ready]': (page) =>
    page.getByLabel('Second language').selectOption({ index: 1 }),
}

test.each(['en', 'de', 'es', 'fr', 'hi', 'zh-hans', 'ar'])(
  'axe finds nothing in any view with records in %s, light and dark',
  async (language) => {
    const opened = await open()
    const { page, server } = opened
    await page.request.get(`${server.url}/en/cal/events/v1/events?serch=x`)
    await choose(page, 'Record language', language)
    const found: string[] = []
    const check = async (name: string): Promise<void> => {
      for (const theme of ['light', 'dark']) {
        await choose(page, 'Theme', theme)
        await waitForColors(page)
        found.push(...(await findViolations(page)).map((text) => `${name}, ${theme}: ${text}`))
      }
    }
    for (const view of Object.keys(viewContents) as (keyof typeof viewContents)[]) {
      await openView(opened, view)
      await check(view)
    }
    await openView(opened, 'calendar')
    for (const [content, show] of Object.entries(states)) {
      await show(page)
      await page.locator(content).waitFor()
      await check(content)
    }
    await page.locator('.event').first().click()
    await page.getByRole('dialog').waitFor()
    found.push(...(await findViolations(page)))
    expect(found).toEqual([])
  },
  180_000,
)

/** Waits until the API reference, which is drawn again for another theme, has the colors of the page. */
async function waitForColors(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const color = getComputedStyle(document.documentElement).getPropertyValue('--card').trim()
    const reference = document.querySelector('openapi-explorer')
    return !reference || reference.getAttribute('bg-color') === color
  })
  if (new URL(page.url()).hash === '#reference')
    await page.locator(viewContents.reference).waitFor()
}

test('the keyboard scrolls a week without events, and axe finds nothing', async () => {
  const { page } = await open({ options: { scenario: 'empty' } })
  await page.getByRole('button', { name: 'Week' }).click()
  const hours = page.getByRole('group', { name: 'English' })
  await hours.waitFor()
  expect(await findViolations(page)).toEqual([])
  const isAtEnd = () =>
    hours.evaluate((node) => node.scrollTop + node.clientHeight >= node.scrollHeight - 1)
  expect(await isAtEnd()).toBe(false)
  await page.getByRole('button', { name: 'Copy command' }).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect.poll(isAtEnd).toBe(true)
})
