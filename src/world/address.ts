import { OptionError } from '../contract/option-error.ts'
import type { MockRequest } from '../engine/http-message.ts'
import type { BaseUrl } from '../options/base-url.ts'

export const DEFAULT_WORLD = 'default'

export const isWorldName = (text: string): boolean => /^[a-z0-9-]{1,64}$/.test(text)

/** Creates the error about a text that cannot name a world. */
export const invalidWorldName = (name: string): OptionError =>
  new OptionError(
    `invalid world name "${name.slice(0, 80)}"; accepted: 1 to 64 characters of a-z, 0-9 and -`,
  )

interface WorldPath {
  readonly path: string
  /** `/~{world}` if the path names a world, else empty. */
  readonly prefix: string
  readonly world?: string
}

/** Splits a path into the prefix of a world and the rest. */
export function parseWorldPath(path: string): WorldPath {
  const [, world, below = '/'] = /^\/~([^/]*)(\/.*)?$/.exec(path) ?? []
  return world === undefined ? { path, prefix: '' } : { path: below, prefix: `/~${world}`, world }
}

/** Returns the world that the header of a request names, else its cookie. */
export function readWorldName({ header }: Pick<MockRequest, 'header'>): string | undefined {
  const named = header('x-calmock-world')
  if (named) return named
  const [, cookie] = /(?:^|;\s*)calmock_world=([^;]*)/.exec(header('cookie') ?? '') ?? []
  return cookie?.trim() || undefined
}

/**
 * Returns the name of the world that a request selects, which may be invalid, and its path below the prefix.
 * `fallback` is the name for a request without a prefix.
 */
export function selectWorld(
  request: Pick<MockRequest, 'method' | 'path' | 'header'>,
  fallback?: string,
): Pick<WorldPath, 'path' | 'prefix'> & { readonly name: string } {
  const { path, prefix, world } = parseWorldPath(request.path)
  // the default world responds to OPTIONS: a preflight has no header that names a world, and changes nothing
  const isOptions = request.method === 'OPTIONS'
  const selected = isOptions ? undefined : (world ?? fallback ?? readWorldName(request))
  return { name: selected ?? DEFAULT_WORLD, path, prefix }
}

/**
 * Returns the request as a request to the base: its path is below the base, and its origin is the client's URL of the
 * base, which all links start with. Returns undefined for a path that is not below the base.
 */
export function moveToBase(request: MockRequest, base: BaseUrl): MockRequest | undefined {
  const { mountPath = '' } = request
  const below = cutBase(request.path, base)
  const path = below ?? cutBase(mountPath + request.path, base)
  if (path === undefined) return undefined
  const hasProxy = base.trustsProxy && isForwarded(request)
  const mount = below === undefined ? '' : mountPath // else the base contains it
  const origin = hasProxy ? readForwardedOrigin(request) : request.origin
  return {
    ...request,
    path,
    origin: base.publicUrl ?? origin + mount + base.path,
    ...(hasProxy && { isExposed: true }),
  }
}

/** Returns a path below the base, or undefined for another path. */
export const cutBase = (path: string, { path: base }: BaseUrl): string | undefined =>
  path === base || path.startsWith(`${base}/`) ? path.slice(base.length) || '/' : undefined

/** The headers of a reverse proxy about the client's request: RFC 7239, and the older names. */
const forwardedHeaders = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-prefix',
]

/** Returns whether a reverse proxy passed the request on. */
const isForwarded = ({ header }: MockRequest): boolean =>
  forwardedHeaders.some((name) => header(name) !== undefined)

const accepted = {
  scheme: /^https?$/i,
  host: /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i,
  port: /^\d{1,5}$/,
  prefix: /^(?:\/[\w.~-]+)+\/?$/,
} as const

/** Returns the origin of the client's request and the path prefix that a proxy removed. Ignores values that cannot be part of a URL. */
function readForwardedOrigin({ origin, header }: MockRequest): string {
  const forwarded = readForwardedHeader(header('forwarded') ?? '')
  const read = (name: keyof typeof accepted, value: string | undefined): string | undefined =>
    value !== undefined && accepted[name].test(value) ? value : undefined
  const readFirst = (name: keyof typeof accepted, headerName: string): string | undefined =>
    read(name, header(headerName)?.split(',')[0]?.trim())

  const received = new URL(origin)
  const scheme = read('scheme', forwarded.proto) ?? readFirst('scheme', 'x-forwarded-proto')
  const host =
    read('host', forwarded.host) ?? readFirst('host', 'x-forwarded-host') ?? received.host
  const port = /:\d+$/.test(host) ? undefined : readFirst('port', 'x-forwarded-port')
  const prefix = readFirst('prefix', 'x-forwarded-prefix')?.replace(/\/$/, '') ?? ''
  const url = `${scheme ?? received.protocol.slice(0, -1)}://${host}${port ? `:${port}` : ''}`
  return (URL.canParse(url) ? new URL(url).origin : origin) + prefix
}

/** Returns the parameters of the first element of a `Forwarded` header, which describes the client. */
function readForwardedHeader(value: string): Readonly<Record<string, string | undefined>> {
  const [element = ''] = /^(?:"[^"]*"|[^",])*/.exec(value) ?? []
  const pairs = element.matchAll(/(?:^|;)\s*([a-z]+)=(?:"([^"]*)"|([^";\s]*))/gi)
  return Object.fromEntries(
    [...pairs].map(([, name = '', quoted, plain]) => [name.toLowerCase(), quoted ?? plain]),
  )
}
