import { createMock, type Mock } from '../src/create-mock.ts'
import { bodyText } from '../src/engine/http-message.ts'
import type { Options } from '../src/options/options.ts'
import { inlineSource } from '../src/seed/source/inline-source.ts'

/** A response as tests see it: the parsed body, or the text where the body is not JSON. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
  readonly body: any
  readonly text: string
}

export interface CallInit {
  /** Sent as JSON. */
  readonly json?: unknown
  /** Sent as `application/x-www-form-urlencoded`. */
  readonly form?: string
  /** Sent unchanged; set the content type in `headers`. */
  readonly raw?: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
}

/** Creates a mock with generated records, without msw. */
export const createTestMock = (options: Options = {}) => createMock(options, inlineSource())

/** The instant that the clock of every test shows. */
export const NOW = '2030-01-07T12:00:00Z'

export const ORIGIN = 'http://calmock.test'

/**
 * Creates a fresh mock and returns a function that calls it in process, without a socket:
 * `const call = fresh(); await call('GET', '/de/cal/events/v1/events?per_page=2')`.
 * Paths are sent as written, so they may be malformed on purpose.
 */
export const fresh = (options: Options = {}) => over(createTestMock({ now: NOW, ...options }))

/** Returns a function that calls an existing mock. */
export function over(service: Pick<Mock, 'handle'>) {
  return async (method: string, target: string, init: CallInit = {}): Promise<Answer> => {
    const [path = '', query = ''] = split(target)
    const headers = new Headers(init.headers)
    const body = bodyOf(init, headers)
    const reply = await service.handle({
      method,
      origin: ORIGIN,
      path,
      query,
      header: (name) => headers.get(name) ?? undefined,
      listHeaders: () => headers,
      ...(body === undefined ? {} : { body }),
    })
    const text = method === 'HEAD' ? '' : bodyText(reply.body)
    const isJson = reply.headers['Content-Type']?.startsWith('application/json') ?? false
    return {
      status: reply.status,
      headers: new Headers(reply.headers),
      text,
      body: isJson && text !== '' ? JSON.parse(text) : text,
    }
  }
}

export type Call = ReturnType<typeof fresh>

function split(target: string): string[] {
  const mark = target.indexOf('?')
  return mark < 0 ? [target] : [target.slice(0, mark), target.slice(mark + 1)]
}

function bodyOf(init: CallInit, headers: Headers): Uint8Array | undefined {
  if (init.json !== undefined) {
    headers.set('content-type', 'application/json')
    return new TextEncoder().encode(JSON.stringify(init.json))
  }
  if (init.form !== undefined) {
    headers.set('content-type', 'application/x-www-form-urlencoded')
    return new TextEncoder().encode(init.form)
  }
  return typeof init.raw === 'string' ? new TextEncoder().encode(init.raw) : init.raw
}
