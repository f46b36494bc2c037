import type { MswHttp } from './create-handlers.ts'

/**
 * Imports `http` of MSW. The main entry point of msw 2 also loads graphql, which takes 50 ms of CPU in each
 * file of tests; msw 3 has no module of this name, and no graphql in its main entry point.
 *
 * A separate file, because a bundle that contains it also contains all of MSW.
 */
export async function importHttp(): Promise<MswHttp> {
  const { http } = await import(/* @vite-ignore */ msw2Http).catch(() => import('msw'))
  return http
}

// a constant, because Vite rejects a module with an import that it cannot resolve
const msw2Http = 'msw/core/http'
