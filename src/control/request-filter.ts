import { invalidOption } from '../contract/option-error.ts'
import { compilePath } from '../faults/path-pattern.ts'
import type { LoggedRequest } from '../request-log/logged-request.ts'

/** Selects requests of a log. */
export type RequestFilter = (request: LoggedRequest) => boolean

/** The texts of a filter. Each lists values that are separated by commas. */
export interface RequestFilterText {
  /** Methods in any letter case. */
  readonly method?: string | undefined
  /** Paths as in the rules of faults: `*` matches any characters, and `{id}` one segment. */
  readonly path?: string | undefined
  /** Statuses such as `404`, or classes of them such as `4xx`. */
  readonly status?: string | undefined
}

/** The maximum length of the paths of a filter. It bounds the time for comparing them with long paths. */
const MAX_PATH_CHARACTERS = 500

/** Creates a filter. Throws `OptionError` for an invalid status and for long paths. */
export function createRequestFilter({ method, path, status }: RequestFilterText): RequestFilter {
  const methods = split(method?.toUpperCase())
  if (path !== undefined && path.length > MAX_PATH_CHARACTERS)
    throw invalidOption('path', path, `at most ${MAX_PATH_CHARACTERS} characters`)
  const paths = split(path).map(compilePath)
  const statuses = split(status?.toLowerCase())
  const wrong = statuses.find((text) => !/^(?:0|[1-5](?:xx|\d\d))$/.test(text))
  if (wrong !== undefined)
    throw invalidOption('status', wrong, 'a status such as 404, or 4xx, or 0 for no response')
  return (request) =>
    (methods.length === 0 || methods.includes(request.method)) &&
    (paths.length === 0 || paths.some((matches) => matches(findPath(request)))) &&
    (statuses.length === 0 || statuses.some((text) => matchesStatus(request.status, text)))
}

const split = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** Returns the path below the namespace of the site, or the path in the URL of a request outside the sites. */
const findPath = ({ path, url }: LoggedRequest): string =>
  path ?? (url.split('?')[0] ?? '').replace(/^\w+:\/\/[^/]*/, '')

const matchesStatus = (status: number, text: string): boolean =>
  text.endsWith('xx') ? Math.floor(status / 100) === Number(text[0]) : status === Number(text)
