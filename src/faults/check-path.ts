import { findNearestName } from '../contract/nearest-name.ts'
import { OptionError } from '../contract/option-error.ts'
import { resources } from '../contract/resources/index.ts'

/** The segment after the collection of a route. It is not a slug, because `/event/jazz` can be the page of a record. */
const RECORD = /^(\{id\}|\d+|by-slug)$/

/**
 * Throws `OptionError` for a path that looks like a misspelt route, such as `/event`. Other paths that match no route
 * are valid, because they can be full paths, such as `/wp-json` and the pages of records.
 */
export function checkPath(path: string): void {
  const [, collection = '', next = '', ...others] = path.toLowerCase().split('/')
  const collections = resources.map(({ collection }) => collection)
  if (path.includes('*') || collections.includes(collection)) return
  if (next !== '' && !RECORD.test(next)) return
  const nearest = findNearestName(collection, collections)
  if (!nearest) return
  const meant = ['', nearest, ...(next ? [next] : []), ...others].join('/')
  throw new OptionError(`no route has the path "${path}"; did you mean "${meant}"?`)
}
