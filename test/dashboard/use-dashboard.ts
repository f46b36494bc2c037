import { createCalmock } from 'calmock'
import { type ListenOptions, listen, type RunningServer } from 'calmock/node'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { useBrowser } from '../browser/use-browser.ts'
import { NOW } from '../call.ts'

/** A mock of the build that is served, and its dashboard in a browser. */
interface OpenedDashboard {
  readonly page: Page
  readonly server: RunningServer
  readonly mock: ReturnType<typeof createCalmock>
}

interface OpenOptions {
  readonly options?: Parameters<typeof createCalmock>[0]
  readonly listen?: ListenOptions
  readonly path?: string
  readonly context?: BrowserContextOptions
}

/**
 * Returns a function that serves a mock and opens its dashboard. After each test, both are closed;
 * the page must have sent no request to another host.
 */
export function useDashboard(): (options?: OpenOptions) => Promise<OpenedDashboard> {
  const browser = useBrowser()
  const foreign: string[] = []
  const cleanups: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const close of cleanups.splice(0)) await close()
    expect(foreign.splice(0)).toEqual([])
  })
  return async ({ options, listen: listenOptions, path = '/', context } = {}) => {
    const mock = createCalmock({ now: NOW, sites: ['en', 'hi', 'de', 'ar'], ...options })
    const server = await listen(mock, listenOptions)
    const opened = await browser().newContext({
      ...{ locale: 'en-GB', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
      ...context,
    })
    cleanups.push(
      () => opened.close(),
      () => server.close(),
    )
    const page = await opened.newPage()
    page.on('request', (request) => {
      const url = request.url()
      if (!/^(data|blob):/.test(url) && !url.startsWith(server.url)) foreign.push(url)
    })
    await page.goto(server.url + path)
    await waitForPage(page)
    return { page, server, mock }
  }
}

/** Chooses in a list of the menus of the header: of the one that selects records, or of the settings. */
export async function choose(page: Page, label: string, value: string): Promise<void> {
  const name = label === 'Theme' ? 'Settings' : /^World, site and language/
  await page.getByRole('button', { name }).click()
  await page.getByRole('group', { name }).getByLabel(label).selectOption(value)
  await page.keyboard.press('Escape')
}

/** Waits until the dashboard is drawn. */
export const waitForPage = (page: Page): Promise<unknown> =>
  page.waitForSelector('html[data-state=ready]', { state: 'attached' })

/** Waits until the calendar shows events. */
export const waitForEvents = (page: Page): Promise<unknown> =>
  page.locator('.ec-event').first().waitFor()

/** The text that a view shows when it has loaded its records. */
export const viewContents = {
  calendar: '.count[data-state=ready]',
  'records/events': '.pages',
  'records/events/new': '#field-title',
  requests: '.requests tbody tr',
  reference: '#overview',
  control: '.choice',
} as const

/** Opens a view of a dashboard as a new page, and waits for its records. */
export async function openView(
  { page, server }: Pick<OpenedDashboard, 'page' | 'server'>,
  view: keyof typeof viewContents,
): Promise<void> {
  await page.goto('about:blank') // another hash alone does not load the page again
  await page.goto(`${server.url}/#${view}`)
  await page.locator(viewContents[view]).first().waitFor({ state: 'attached' })
}
