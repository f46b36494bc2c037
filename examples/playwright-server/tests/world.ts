import { test as base } from '@playwright/test'
import type { LoggedRequest } from 'calmock'

/** The address of the mock, in `use` of the configuration. */
export interface MockOptions {
  mockUrl: string
}

/** A world of the mock: control routes for one test. */
export interface World {
  readonly api: string
  /** Changes the world: `put('scenario', { scenario: 'empty' })`. */
  put(name: string, data: object): Promise<void>
  /** Returns the requests to the world, the oldest first. */
  listRequests(): Promise<readonly LoggedRequest[]>
}

/** A test with a separate world. All requests of `context`, `page` and `request` have its header. */
export const test = base.extend<MockOptions & { world: World }>({
  mockUrl: ['', { option: true }],
  extraHTTPHeaders: async ({ extraHTTPHeaders }, use, { testId, retry }) =>
    use({ ...extraHTTPHeaders, 'x-calmock-world': `${testId}-${retry}` }),
  world: async ({ mockUrl, request, context }, use) => {
    await context.clock.setFixedTime('2030-01-07T12:00:00Z')
    await use({
      api: `${mockUrl}/en/cal/events/v1`,
      async put(name, data) {
        const response = await request.put(`${mockUrl}/__calmock/${name}`, { data })
        if (!response.ok()) throw new Error(await response.text())
      },
      async listRequests() {
        const response = await request.get(`${mockUrl}/__calmock/requests`)
        return (await response.json()).requests.reverse()
      },
    })
  },
})

export { expect } from '@playwright/test'
