import type { Mock } from '../create-mock.ts'

/** The behaviour for requests without a handler: pass through, pass through with a warning, or fail. */
export type UnhandledStrategy = 'bypass' | 'warn' | 'error'

/** Applies a strategy to a request that patched `fetch` does not handle. Throws what `fetch` rejects with. */
export function applyUnhandledStrategy(
  strategy: UnhandledStrategy,
  { method, url }: { readonly method: string; readonly url: URL },
): void {
  const unhandled = `[calmock] ${method} ${url.href} is not a request to the mock`
  if (strategy === 'error') throw new TypeError(`${unhandled}, and onUnhandledRequest is 'error'`)
  if (strategy === 'warn') console.warn(`${unhandled} and is sent to the network`)
}

/**
 * Returns a function that warns once about a request to a site that the mock does not have. The warning about an
 * unhandled request would not say why.
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
