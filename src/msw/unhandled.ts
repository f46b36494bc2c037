import type { Mock } from '../create-mock.ts'

/** The behaviour for requests without a handler: pass through, pass through with a warning, or fail. */
export type UnhandledStrategy = 'bypass' | 'warn' | 'error'

/** Returns the strategy as options of MSW, under the names of both msw 2 and msw 3. */
export const onUnhandled = (strategy: UnhandledStrategy) => ({
  onUnhandledRequest: strategy,
  onUnhandledFrame: strategy,
})

/**
 * Returns a function that warns once about a request to a site that the mock does not have. MSW alone would
 * say only that no handler matches.
 */
export function createSiteWarning({ base, sites, settings }: Mock): (url: URL) => void {
  let hasWarned = false
  return ({ href, origin, pathname }) => {
    const isBelowBase = (base.origin ?? origin) === origin && pathname.startsWith(base.path)
    if (hasWarned || !isBelowBase || !`${pathname}/`.includes(`/${settings.namespace}/`)) return
    hasWarned = true
    const codes = sites.map(({ language }) => language).join(', ')
    console.warn(
      `[calmock] ${href} is not handled: this mock has the sites ${codes}, such as ${base.path}${sites[0]?.root}/${settings.namespace}; see the options sites and root`,
    )
  }
}
