import { readFile } from 'node:fs/promises'
import type { AxeResults } from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from '../browser/launch.ts'
import { openDashboard } from './open-dashboard.ts'

let browser: Browser
let axe = ''

beforeAll(async () => {
  browser = await launchBrowser()
  axe = await readFile(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8')
})
afterAll(() => browser?.close())

/** Returns the violations that axe finds, with their elements. */
async function findViolations(page: Page): Promise<readonly string[]> {
  const { violations }: AxeResults = await page.evaluate('axe.run(document)')
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}

const views = [
  ...['calendar', 'records/events', 'records/events/new', 'requests', 'reference', 'control'],
] as const

/** The content for which a view has loaded its records. */
const contents: Readonly<Record<(typeof views)[number], string>> = {
  calendar: '.count[data-state=ready]',
  'records/events': '.pages',
  'records/events/new': '#field-title',
  requests: '.requests tbody tr',
  reference: '#link-overview',
  control: '.card select',
}

/** The views that have more than one state, with the action that shows the other one. */
const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  week: (page) => page.locator('.segments button').nth(1).click(),
  agenda: (page) => page.locator('.segments button').nth(2).click(),
  'two languages': (page) => page.locator('.toolbar select').selectOption({ index: 1 }),
  event: (page) => page.locator('.event').first().click(),
}

test.each(['en', 'de', 'es', 'fr', 'hi', 'zh-hans', 'ar'])(
  'axe finds nothing in any view with records in %s, light and dark',
  async (language) => {
    const { page, server, close } = await openDashboard(browser)
    await page.request.get(`${server.url}/en/cal/events/v1/events?serch=x`)
    await page.locator('.top select').nth(1).selectOption(language)
    await page.evaluate(axe)
    const found: string[] = []
    const check = async (name: string): Promise<void> => {
      for (const theme of ['light', 'dark']) {
        await page.locator('.top select').nth(2).selectOption(theme)
        found.push(...(await findViolations(page)).map((text) => `${name}, ${theme}: ${text}`))
      }
    }
    for (const view of views) {
      await page.goto(`${server.url}/#${view}`)
      await page.locator(contents[view]).first().waitFor()
      await check(view)
    }
    await page.goto(`${server.url}/#calendar`)
    for (const [name, show] of Object.entries(states)) {
      await show(page)
      if (name === 'event') found.push(...(await findViolations(page)))
      else await check(name)
    }
    await close()
    expect(found).toEqual([])
  },
  180_000,
)

test('the keyboard scrolls a week without events, and axe finds nothing', async () => {
  const { page, close } = await openDashboard(browser, { options: { scenario: 'empty' } })
  await page.locator('.segments button').nth(1).click()
  const hours = page.getByRole('group', { name: 'English' })
  await hours.waitFor()
  await page.evaluate(axe)
  expect(await findViolations(page)).toEqual([])
  const readOffset = () => hours.evaluate((node) => node.scrollTop)
  const offset = await readOffset()
  await page.locator('.segments button').last().focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('End')
  await expect.poll(readOffset).toBeGreaterThan(offset)
  await close()
}, 60_000)
