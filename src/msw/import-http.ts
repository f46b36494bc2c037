import type { MswHttp } from './create-handlers.ts'

/**
 * Imports `http` of MSW. The main entry point of msw 2 also loads graphql, which takes 50 ms of CPU in each
 * file of tests; msw 3 has no module of this name, and no graphql in its main entry point.
 *
 * A separate file, because a bundle that contains it also contains all of MSW.
 */
export const importHttp = async (): Promise<MswHttp> =>
  (await import('msw/core/http').catch(() => import('msw'))).http
