import { findNearestName } from '../contract/nearest-name.ts'
import { createNote, type NoteCollector } from '../contract/note.ts'
import { quote } from '../contract/params/param.ts'
import type { Endpoint } from '../contract/route.ts'

/** Adds the note about a path below the namespace without an endpoint, if an endpoint is similar. */
export function explainRoute(
  path: string,
  endpoints: readonly Endpoint[],
  notes: Pick<NoteCollector, 'add'> | undefined,
): void {
  const suggested = suggestRoute(path, endpoints)
  if (suggested === undefined) return
  const message = `${quote(path.slice(0, 80))} does not exist; did you mean ${quote(suggested)}?`
  notes?.add(createNote('unknown-route', message))
}

/** Returns the path with a similar collection in place of an unknown one, or with the slug where the route needs it. */
function suggestRoute(path: string, endpoints: readonly Endpoint[]): string | undefined {
  const [collection = '', item, ...rest] = path.replace(/^\/|\/$/g, '').split('/')
  const paths = endpoints.map((endpoint) => endpoint.path)
  const names = paths.filter((name) => /^\/\w+$/.test(name)).map((name) => name.slice(1))
  const meant = findNearestName(collection, names)
  if (meant === undefined || rest.length > 1) return undefined
  const [first, ...others] = [item, ...rest].filter((segment) => segment !== undefined)
  if (first === undefined || others.length > 0 || /^\d+$/.test(first)) {
    const suggested = ['', meant, first, ...others].filter((part) => part !== undefined).join('/')
    return meant === collection ? undefined : suggested
  }
  return paths.includes(`/${meant}/by-slug/{slug}`)
    ? `/${meant}/by-slug/${first}`
    : `/${meant}?slug=${first}`
}
