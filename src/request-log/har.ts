import type { LoggedRequest } from './logged-request.ts'

/** The parts of a request with its response that a HAR file contains. */
export type HarSource = Pick<
  LoggedRequest,
  | ('time' | 'method' | 'url' | 'status' | 'ms' | 'fault')
  | ('requestHeaders' | 'requestBody' | 'responseHeaders' | 'responseBody')
> &
  Partial<Pick<LoggedRequest, 'notes'>>

/** Returns the requests of a log in the format HAR 1.2, the oldest first. Bodies that the log no longer has are missing. */
export const toHar = (requests: readonly HarSource[]) => ({
  log: {
    version: '1.2',
    creator: { name: 'calmock', version: '1' },
    entries: [...requests].sort((a, b) => compare(a.time, b.time)).map(toHarEntry),
  },
})

/** The parts of requests and responses that the log does not know, or replaces because they are credentials. */
const unknownParts = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }

const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b))

function toHarEntry(source: HarSource) {
  const { time, ms, method, url, status, requestHeaders, requestBody, responseHeaders } = source
  const comment = describe(source)
  return {
    startedDateTime: time,
    time: ms,
    request: {
      ...unknownParts,
      method,
      url,
      headers: toPairs(Object.entries(requestHeaders)),
      queryString: toPairs(new URL(url).searchParams),
      bodySize: countBytes(requestBody ?? ''),
      ...(requestBody && {
        postData: { mimeType: findHeader(requestHeaders, 'content-type'), text: requestBody },
      }),
    },
    response: {
      ...unknownParts,
      status,
      statusText: '',
      headers: toPairs(Object.entries(responseHeaders)),
      content: createContent(source),
      redirectURL: findHeader(responseHeaders, 'location'),
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
    ...(comment && { comment }),
  }
}

function createContent({ responseHeaders, responseBody }: HarSource) {
  const mimeType = findHeader(responseHeaders, 'content-type')
  const size = countBytes(responseBody ?? '')
  return { size, mimeType, ...(responseBody !== undefined && { text: responseBody }) }
}

/** Returns the fault and the codes of the notes. */
const describe = ({ fault, notes = [] }: HarSource): string =>
  [...(fault ? [`fault ${fault}`] : []), ...notes.map(({ code }) => code)].join(', ')

const toPairs = (entries: Iterable<readonly [string, string]>) =>
  [...entries].map(([name, value]) => ({ name, value }))

const findHeader = (headers: Readonly<Record<string, string>>, name: string): string =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1] ?? ''

const countBytes = (text: string): number => new TextEncoder().encode(text).length
