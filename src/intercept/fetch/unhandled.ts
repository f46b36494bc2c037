import type { Mock } from '../../create-mock.ts'

/** The behaviour for requests without a handler: pass through, pass through with a warning, or fail. */
export type UnhandledStrategy = 'bypass' | 'warn' | 'error'

/** Applies a strategy to a request that patched `fetch` does not handle. Throws what `fetch` rejects with. */
export function applyUnhandledStrategy(
  strategy: UnhandledStrategy,
  { method, url }: { readonly method: string; readonly url: URL },
): void {
  const unhandled = `[calmock] ${method} ${url.href} is not a request to the mock`
  if (strategy === 'error') throw new TypeError(`${unhandled}, and onUnhandledRequest is 'error'`)
  if (strategy === 'warn') console.warn(`${unhandled} and is passed on`)
}

/**
 * Returns a function that warns once about a request to the namespace that the mock does not handle, and says which
 * option differs. The warning about an unhandled request would not say why.
 */
export function createSiteWarning(mock: Mock): (url: URL) => void {
  const { base, settings } = mock
  let hasWarned = false
  return (url) => {
    const { origin, pathname } = url
    const isBelowBase = (base.origin ?? origin) === origin && pathname.startsWith(base.path)
    if (hasWarned || !isBelowBase || !`${pathname}/`.includes(`/${settings.namespace}/`)) return
    hasWarned = true
    console.warn(`[calmock] ${url.href} is not handled: ${explainUnhandled(mock, pathname)}`)
  }
}

/** Explains why a path with the namespace of a mock is not a path of the mock. */
function explainUnhandled({ base, sites, settings }: Mock, pathname: string): string {
  const roots = sites.map(({ root }) => `${base.path}${root}/${settings.namespace}`)
  const root = roots.find((root) => `${pathname}/`.includes(`${root}/`))
  if (pathname.startsWith('//')) return 'the path begins with two slashes; begin it with one'
  if (root !== undefined && base.path === '') {
    const path = pathname.slice(0, pathname.indexOf(root))
    return `this mock has ${root} without ${path} before it; set the option baseUrl to '${base.origin ?? ''}${path}'`
  }
  const codes = sites.map(({ language }) => language).join(', ')
  return `this mock has the sites ${codes}, such as ${roots[0]}; see the options sites and root`
}
