import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { ServedSite } from './built-site.ts'

/** A page of the site, with everything that a reader should not see. */
export interface OpenedPage {
  readonly page: Page
  /** Errors in the console and in scripts, and failed requests. */
  readonly errors: readonly string[]
  /** Requests to other hosts. They are blocked. */
  readonly foreign: readonly string[]
  close(): Promise<void>
}

/** Opens a tab that records errors and blocks requests to other hosts. */
export async function openTab(
  browser: Browser,
  site: ServedSite,
  options: BrowserContextOptions = {},
): Promise<OpenedPage> {
  const errors: string[] = []
  const foreign: string[] = []
  const context = await browser.newContext(options)
  await context.route(
    (url) => !url.href.startsWith(new URL('/', site.url).href),
    (route) => {
      foreign.push(route.request().url())
      return route.abort()
    },
  )
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${page.url()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => errors.push(`${page.url()}: ${error}`))
  return { page, errors, foreign, close: () => context.close() }
}

/** Opens a page of the site, and waits until its scripts run. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.goto(url)
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
}
