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

/** The views that have more than one state, with the action that shows the other one. */
const states: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  week: (page) => page.locator('.segments button').nth(1).click(),
  agenda: (page) => page.locator('.segments button').nth(2).click(),
  'two languages': (page) => page.locator('.toolbar select').selectOption('hi'),
  event: (page) => page.locator('.event').first().click(),
}

test.each(['en', 'de', 'es', 'fr', 'hi', 'zh-hans', 'ar'])(
  'axe finds nothing in any view in %s, light and dark',
  async (language) => {
    const { page, server, close } = await openDashboard(browser)
    await page.request.get(`${server.url}/en/cal/events/v1/events?serch=x`)
    await page.locator('.top select').nth(2).selectOption(language)
    await page.evaluate(axe)
    const found: string[] = []
    const check = async (name: string): Promise<void> => {
      for (const theme of ['light', 'dark']) {
        await page.locator('.top select').nth(3).selectOption(theme)
        found.push(...(await findViolations(page)).map((text) => `${name}, ${theme}: ${text}`))
      }
    }
    for (const view of views) {
      await page.goto(`${server.url}/#${view}`)
      await page.waitForTimeout(300) // the view draws its records
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
