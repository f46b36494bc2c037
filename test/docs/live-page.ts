import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { languages } from '../../src/contract/site.ts'
import type { ServedSite } from './built-site.ts'

/** A page of the site without any other network, with everything that goes wrong in it. */
export interface LivePage {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors in the console, exceptions, and requests to other hosts. */
  readonly problems: string[]
}

/** Opens a page of the site. Requests to other hosts are aborted and listed as problems. */
export async function openPage(
  browser: Browser,
  site: ServedSite,
  path: string,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<LivePage> {
  const context = await browser.newContext(options)
  const problems: string[] = []
  await context.route(
    (url) => !url.href.startsWith(site.url) && url.protocol !== 'data:',
    (route) => {
      problems.push(`requests ${route.request().url()}`)
      return route.abort()
    },
  )
  const page = await context.newPage()
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text())
  })
  await page.goto(site.url + path)
  return { page, context, problems }
}

/** The parts of a live request. */
export interface LiveParts {
  readonly status: string
  readonly headers: string
  readonly body: string
}

/** Returns the answer that a live request shows. */
export const readParts = (request: Locator): Promise<LiveParts> =>
  request.evaluate((element) => {
    const read = (selector: string) => element.querySelector(selector)?.textContent ?? ''
    return {
      status: read('.live-code'),
      headers: read('.live-answer > .live-headers'),
      body: read('.live-body'),
    }
  })

/** Runs a request, and waits until its answer is from the page. */
export async function run(request: Locator): Promise<void> {
  await request.getByRole('button', { name: 'Run', exact: true }).click()
  await waitForOutcome(request)
}

/** Waits until no request runs and the answer is from the page or a problem is shown. */
export async function waitForOutcome(request: Locator): Promise<void> {
  await request.getByRole('button', { name: 'Run', exact: true }).waitFor()
  const origin = request.locator('.live-origin')
  await expect
    .poll(() => origin.textContent(), { timeout: 10_000 })
    .not.toMatch(/^recorded answer|^not run yet/)
}

/** Replaces the text of a request. */
export const edit = (request: Locator, text: string): Promise<void> =>
  request.getByRole('textbox').fill(text)

/** Resolves when the mock of the page has its last files: the language packs of the generator. */
export const waitForMock = (page: Page): Promise<unknown> =>
  Promise.all(languages.map((code) => page.waitForResponse(new RegExp(`/packs/${code}\\.js$`))))
