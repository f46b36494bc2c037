import { findHeader, redactRequest } from './har-entry.ts'
import { type HarEntry, type HarHeader, readHarFile } from './har-file.ts'

/** The parts of a request that are compared with recorded requests. */
export interface ReplayedRequest {
  readonly method: string
  /** Path and query, or a whole URL. */
  readonly target: string
  readonly body: Uint8Array
  /** The value of the header If-None-Match. */
  readonly knownTag: string | undefined
}

/** A recorded response. */
export interface ReplayedResponse {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: Buffer
}

/** The recorded exchanges of a HAR file. */
export class Recording {
  #byRequest = new Map<string, HarEntry[]>()

  /** Reads a file. Throws `OptionError` for a file in another format, and changes nothing then. */
  load(file: string): void {
    const entries = readHarFile(file).filter(hasResponse)
    this.#byRequest = new Map()
    for (const entry of entries) {
      const { method, url } = entry.request
      const key = createKey(method, url)
      this.#byRequest.set(key, [...(this.#byRequest.get(key) ?? []), entry])
    }
  }

  /** Returns the recorded response of a request: the last one with its method, path, query and body, else without regard to the body. */
  find(request: ReplayedRequest): ReplayedResponse | undefined {
    const url = request.target.startsWith('/')
      ? `http://localhost${request.target}`
      : request.target
    const redacted = redactRequest({ url, body: Buffer.from(request.body) })
    const methods = request.method === 'HEAD' ? ['HEAD', 'GET'] : [request.method]
    const entries = methods.flatMap(
      (method) => this.#byRequest.get(createKey(method, redacted.url)) ?? [],
    )
    const sameBody = entries.filter(
      (entry) => (entry.request.postData?.text ?? '') === redacted.postData.text,
    )
    const entry = sameBody.at(-1) ?? entries.at(-1)
    return entry && toReplayed(entry, request)
  }
}

/** Returns whether an entry has a response with its body. Browsers save failed requests with the status 0. */
const hasResponse = ({ response: { status, content } }: HarEntry): boolean =>
  status >= 200 && (content.text !== undefined || (content.size ?? 0) <= 0)

/** Returns the part of a request that finds its exchanges: method, path, and query in any order. */
function createKey(method: string, url: string): string {
  const { pathname, searchParams } = new URL(url)
  searchParams.sort()
  return `${method} ${pathname}?${searchParams}`
}

/** Headers of the recorded message, which do not apply to the replayed one. */
const replacedHeaders =
  /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|trailer)$/i

function toReplayed({ request, response }: HarEntry, asked: ReplayedRequest): ReplayedResponse {
  const { status, content } = response
  const tag = findHeader(response.headers, 'etag')
  const isUnchanged = status === 200 && tag !== undefined && asked.knownTag === tag
  const body = Buffer.from(content.text ?? '', content.encoding === 'base64' ? 'base64' : 'utf8')
  const length = findHeader(response.headers, 'content-length')
  const isHead = request.method === 'HEAD'
  const shown = isHead ? length : String(body.length)
  const hasLength = !isUnchanged && shown !== undefined && ![204, 304].includes(status)
  const headers = response.headers
    .filter(
      ({ name, value }) =>
        !name.startsWith(':') && !replacedHeaders.test(name) && value !== '[redacted]',
    )
    .flatMap(toSendable)
  return {
    status: isUnchanged ? 304 : status,
    headers: [...headers, ...(hasLength ? [['Content-Length', shown] as const] : [])],
    body: isUnchanged || isHead || asked.method === 'HEAD' ? Buffer.alloc(0) : body,
  }
}

/** Returns a header as HTTP can send it. Browsers save several values as lines, and letters in place of their UTF-8. */
function toSendable({ name, value }: HarHeader): (readonly [string, string])[] {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return []
  return value.split('\n').map((line) => {
    const bytes = /[^\0-\xFF]/.test(line) ? Buffer.from(line).toString('latin1') : line
    return [name, bytes.replaceAll(/[^\t -~\x80-\xFF]/g, '')]
  })
}
