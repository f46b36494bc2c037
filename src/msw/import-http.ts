import type { CreateHttpHandler } from './create-handlers.ts'

/**
 * Imports `http` of MSW. The main entry point of msw 2 also loads graphql, which takes 50 ms of CPU in each
 * file of tests; msw 3 has no module of this name, and no graphql in its main entry point.
 *
 * It is a file of its own, because a bundle with it contains all of MSW.
 */
export const importHttp = async (): Promise<CreateHttpHandler> =>
  (await import('msw/core/http').catch(() => import('msw'))).http
