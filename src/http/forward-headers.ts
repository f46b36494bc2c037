/** Names and values of headers in turn, as `rawHeaders` of `node:http`. */
export type RawHeaders = readonly string[]

/** The headers of one connection, which a proxy does not pass on (RFC 9110, section 7.6.1). */
const hopByHop = [
  ...['connection', 'keep-alive', 'proxy-authenticate', 'proxy-authorization', 'proxy-connection'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
]

/** Returns the pairs of name and value in raw headers. */
const toHeaderPairs = (raw: RawHeaders): (readonly [string, string])[] =>
  raw.flatMap((name, n) => (n % 2 === 0 ? [[name, raw[n + 1] ?? ''] as const] : []))

/** Returns the headers that a proxy passes on. */
export function removeHopByHop(raw: RawHeaders): (readonly [string, string])[] {
  const pairs = toHeaderPairs(raw)
  const named = pairs
    .filter(([name]) => /^(proxy-)?connection$/i.test(name))
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim())
  const removed = new Set([...hopByHop, ...named])
  return pairs.filter(([name]) => !removed.has(name.toLowerCase()))
}

/** Returns the headers of a request as the server behind the mock receives them. */
export function toUpstreamHeaders(
  raw: RawHeaders,
  { host, via }: { readonly host: string; readonly via: string },
): (readonly [string, string])[] {
  const kept = removeHopByHop(raw)
    .filter(([name]) => !/^(host|expect|x-calmock-.*)$/i.test(name))
    .map(
      ([name, value]) => [name, /^cookie$/i.test(name) ? removeWorldCookie(value) : value] as const,
    )
    .filter(([name, value]) => !(/^cookie$/i.test(name) && value === ''))
  return [['Host', host], ...kept, ['Via', `1.1 ${via}`]]
}

/** Removes the cookie that selects a world of the mock. */
const removeWorldCookie = (cookies: string): string =>
  cookies
    .split(/;\s*/)
    .filter((pair) => !pair.startsWith('calmock_world='))
    .join('; ')

/** The addresses of the two ends of a proxy. */
export interface ProxyOrigins {
  /** The origin of the server behind the mock. */
  readonly upstream: string
  /** The URL that clients reach it by. */
  readonly client: string
}

/** Returns the headers of a response as the client receives them: redirects stay at the mock, and cookies belong to its host. */
export const toClientHeaders = (
  raw: RawHeaders,
  { upstream, client }: ProxyOrigins,
): (readonly [string, string])[] =>
  removeHopByHop(raw).map(([name, value]) => {
    if (/^set-cookie$/i.test(name)) return [name, value.replace(/;\s*domain=[^;]*/i, '')]
    const isMoved = /^(content-)?location$/i.test(name) && `${value}/`.startsWith(`${upstream}/`)
    return [name, isMoved ? client + value.slice(upstream.length) : value]
  })
