import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import { useBrowser } from '../browser/use-browser.ts'
import { type ServedSite, serveSite } from './built-site.ts'

/** A tab that can reach the site and no other host. */
export interface SiteTab {
  readonly page: Page
  /** Things that a reader should not see: errors in the console and in scripts, and requests to other hosts. */
  readonly problems: readonly string[]
  /** Opens a page of the site, and waits until its scripts run: a click before that is lost. */
  open(path: string): Promise<void>
}

/** Serves the site to a browser for the tests of a file. Tabs are closed after each test. */
export function useSite() {
  let site: ServedSite
  const browser = useBrowser()
  const cleanups: (() => Promise<void>)[] = []
  beforeAll(async () => {
    site = await serveSite()
  }, 240_000)
  afterEach(async () => {
    for (const close of cleanups.splice(0)) await close()
  })
  afterAll(() => site?.close())

  async function openTab(options: BrowserContextOptions = {}): Promise<SiteTab> {
    const problems: string[] = []
    const context = await browser().newContext(options)
    cleanups.push(() => context.close())
    await context.route(
      (url) => !url.href.startsWith(new URL('/', site.url).href) && url.protocol !== 'data:',
      (route) => {
        problems.push(`requests ${route.request().url()}`)
        return route.abort()
      },
    )
    const page = await context.newPage()
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${page.url()}: ${message.text()}`)
    })
    page.on('pageerror', (error) => problems.push(`${page.url()}: ${error}`))
    const open = async (path: string): Promise<void> => {
      await page.goto(site.url + path)
      if (options.javaScriptEnabled !== false)
        await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
    }
    return { page, problems, open }
  }

  return {
    openTab,
    /** Opens a page of the site in a new tab. */
    async openPage(path: string, options?: BrowserContextOptions): Promise<SiteTab> {
      const tab = await openTab(options)
      await tab.open(path)
      return tab
    },
    site: () => site,
  }
}
