import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { languages } from '../../src/contract/site.ts'

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
  await expect.poll(() => origin.textContent()).not.toMatch(/^recorded answer|^not run yet/)
}

/** Replaces the text of a request. */
export const edit = (request: Locator, text: string): Promise<void> =>
  request.getByRole('textbox').fill(text)

/** Resolves when the mock of the page has its last files: the language packs of the generator. */
export const waitForMock = (page: Page): Promise<unknown> =>
  Promise.all(
    languages.map(async (code) => {
      const response = await page.waitForResponse(new RegExp(`/packs/${code}\\.js$`))
      await response.finished()
    }),
  )
