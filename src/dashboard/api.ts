import { type Signal, signal } from '@preact/signals'

/** The error of a request that was rejected, or that got no response (status 0). */
export class RequestError extends Error {
  readonly status: number
  /** The messages about single parameters, by name. */
  readonly params: Readonly<Record<string, string>>

  constructor(status: number, { message = `${status}`, data }: ErrorBody) {
    super(message)
    this.status = status
    const params = data?.params ?? {}
    this.params = Array.isArray(params) // the names of missing parameters, with one message for all
      ? Object.fromEntries(params.map((name) => [name, message]))
      : params
  }
}

/** The body of an error, as the service and the control routes send it. */
interface ErrorBody {
  readonly message?: string
  readonly data?: { readonly params?: Record<string, string> | string[] }
}

/** A request: its method, its path below the world, and a body that is sent as JSON. */
interface ApiRequest {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly signal?: AbortSignal
}

/**
 * Returns the address of the mock that serves a page, without a slash at the end, and the world: the page is at `/` or
 * at `/__calmock/`, below the prefix of a world.
 */
export function readAddress({ origin, pathname }: Pick<URL, 'origin' | 'pathname'>) {
  const base = pathname.replace(/(\/__calmock)?\/?(index\.html)?$/, '')
  const [, root = base, world = ''] = /^(.*)\/~([^/]+)$/.exec(base) ?? []
  return { root: origin + root, world }
}

const isControl = (path: string): boolean => path.startsWith('/__calmock')

/** Sends requests to the mock, in the chosen world and with the token. */
export class Api {
  /** The URL of the mock without the prefix of a world. */
  readonly root: string
  /** The name of the world, or an empty string for the world that requests without a prefix select. */
  readonly world: Signal<string>
  readonly token: Signal<string>
  /** The user who sends the requests to the API; empty for a visitor. Undefined where the mock has or shows no users. */
  readonly actor: Signal<string | undefined> = signal(undefined)
  /** The start of the service's links, without the prefix of a world. */
  readonly announced: Signal<string> = signal('')

  constructor({ root, world }: ReturnType<typeof readAddress>, token = '') {
    this.root = root
    this.world = signal(world)
    this.token = signal(token)
  }

  url(path: string): string {
    const world = this.world.value
    return `${this.root}${world === '' ? '' : `/~${world}`}${path}`
  }

  /** Returns the URL of a path, where the chosen user sends requests to the API. */
  actorUrl(path: string): string {
    const login = !isControl(path) && this.actor.value
    return this.url(login ? `/__calmock/as/${encodeURIComponent(login)}${path}` : path)
  }

  /** Returns the URL of a link of the service at the address that this page knows: links can begin with a public URL. */
  localUrl(link: string): string {
    const announced = this.announced.value
    return announced !== '' && link.startsWith(announced)
      ? this.root + link.slice(announced.length)
      : link
  }

  /** Sends a request. Throws `RequestError` for an error response. Faults and delays do not apply to it, and the log does not list it. */
  async send({ method, path, body, signal }: ApiRequest): Promise<Response> {
    const response = await fetch(this.actorUrl(path), {
      method,
      // a visitor does not send a password that the browser keeps
      credentials: !isControl(path) && this.actor.value === '' ? 'omit' : 'same-origin',
      headers: this.headers(body !== undefined),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }).catch((error: Error) => {
      if (error.name === 'AbortError') throw error
      throw new RequestError(0, { message: 'The mock does not respond. Is it running?' })
    })
    if (response.ok) return response
    throw new RequestError(response.status, await response.json().catch(() => ({})))
  }

  async json<T>(request: ApiRequest): Promise<T> {
    return (await this.send(request)).json()
  }

  /** Sends a request to a control route and returns the JSON of the response, or undefined without a body. */
  async control<T>(method: string, route: string, body?: unknown): Promise<T> {
    const response = await this.send({ method, path: `/__calmock/${route}`, body })
    return response.status === 204 ? (undefined as T) : response.json() // routes with 204 have no body
  }

  headers(hasBody: boolean): Record<string, string> {
    const token = this.token.value
    return {
      Accept: 'application/json',
      'X-Calmock-Fault': 'none',
      'X-Calmock-Delay': '0',
      'X-Calmock-Log': 'none',
      ...(hasBody && { 'Content-Type': 'application/json' }),
      ...(token !== '' && { Authorization: `Bearer ${token}` }),
    }
  }
}
