import type { LoggedRequest } from '../../control/request-log/logged-request.ts'

/** The filter of the list. An empty text selects everything. */
export interface RequestListFilter {
  readonly method: string
  /** The first digit of the status: `4`. `0` selects requests without a response. */
  readonly status: string
  readonly text: string
}

/** Returns the requests that a filter selects. The text is looked for in the path, the query, the notes, the fault and the reason. */
export function filterRequests(
  requests: readonly LoggedRequest[],
  { method, status, text }: RequestListFilter,
): readonly LoggedRequest[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return requests.filter((entry) => {
    if (method !== '' && entry.method !== method) return false
    if (status !== '' && !String(entry.status).startsWith(status)) return false
    const searched = describeEntry(entry).toLowerCase()
    return words.every((word) => searched.includes(word))
  })
}

function describeEntry(entry: LoggedRequest): string {
  const { notes, fault = '', reason = '' } = entry
  return [formatTarget(entry), ...notes.map(({ code }) => code), fault, reason].join(' ')
}

/** Returns the path and the query of a request for readers: below the namespace if it is there, and decoded. */
export function formatTarget({ path, url }: Pick<LoggedRequest, 'path' | 'url'>): string {
  const { pathname, search } = new URL(url)
  return decodeUrl((path ?? pathname) + search)
}

/** Decodes the escapes of a URL. */
function decodeUrl(url: string): string {
  try {
    return decodeURIComponent(url)
  } catch {
    return url // malformed escapes
  }
}
