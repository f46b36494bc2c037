import { createCalmock } from 'calmock'
import { type ListenOptions, listen, type RunningServer } from 'calmock/node'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { NOW } from '../call.ts'

type Options = Parameters<typeof createCalmock>[0]

/** A mock of the build that is served, and its dashboard in a browser. */
export interface OpenedDashboard {
  readonly page: Page
  readonly server: RunningServer
  readonly mock: ReturnType<typeof createCalmock>
  /** The URLs of requests that left the mock. */
  readonly foreign: readonly string[]
  close(): Promise<void>
}

interface OpenOptions {
  readonly options?: Options
  readonly listen?: ListenOptions
  readonly path?: string
  readonly context?: BrowserContextOptions
}

/** Serves a mock, and opens its dashboard. */
export async function openDashboard(
  browser: Browser,
  { options, listen: listenOptions, path = '/', context }: OpenOptions = {},
): Promise<OpenedDashboard> {
  const mock = createCalmock({ now: NOW, sites: ['en', 'hi', 'de', 'ar'], ...options })
  const server = await listen(mock, listenOptions)
  const opened = await browser.newContext({
    ...{ locale: 'en-GB', viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' },
    ...context,
  })
  const page = await opened.newPage()
  const foreign: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(data|blob):/.test(url) && !url.startsWith(server.url)) foreign.push(url)
  })
  await page.goto(server.url + path)
  await page.waitForSelector('html[data-state=ready]', { state: 'attached' })
  const close = async (): Promise<void> => {
    await opened.close()
    await server.close()
  }
  return { page, server, mock, foreign, close }
}

/** Waits until the calendar shows events. */
export const waitForEvents = (page: Page): Promise<unknown> =>
  expect.poll(() => page.locator('.ec-event').count(), { timeout: 10_000 }).toBeGreaterThan(0)
