import type { Query } from '../contract/context.ts'
import { parseJson } from '../contract/parse-json.ts'
import { isLoopback } from '../engine/access.ts'
import { wait } from '../engine/wait.ts'
import { type Io, Unreachable, UsageError } from './io.ts'

const MAX_REQUESTS = 300
/** The time between two requests, in ms. */
const INTERVAL = 500
const TIMEOUT = 20_000
const MAX_BYTES = 8_000_000
/** The most bytes of all answers together. */
const MAX_TOTAL_BYTES = 100_000_000

/** An answer. `json` is undefined if the body is not JSON, or too deep. */
export type Answer = Pick<Response, 'status' | 'headers'> & {
  readonly text: string
  readonly json: unknown
}

/** Requests a path below the namespace. Throws `Unreachable` without an answer. */
export type Send = (path: string, init?: RequestInit) => Promise<Answer>

/** The events API of a running service. */
export type Remote = Awaited<ReturnType<typeof openRemote>>

/** Finds the events API at the address of a site or of its REST root. All requests go to the origin of the address. */
export async function openRemote(address: string, version: string, io: Io) {
  const site = URL.canParse(address) ? new URL(address) : undefined
  if (!site || !/^https?:$/.test(site.protocol) || site.username || site.password)
    throw new UsageError(
      'invalid address; accepted: a URL without credentials: https://example.org',
    )
  const { CALMOCK_REMOTE_USER: user, CALMOCK_REMOTE_PASSWORD: password = '' } = io.env
  const basic = user && Buffer.from(`${user}:${password}`).toString('base64')
  if (basic && site.protocol === 'http:' && !isPrivate(site.hostname))
    throw new UsageError(`http://${site.host} would get the password unencrypted; use https`)
  const names = { 'user-agent': `calmock/${version}`, accept: 'application/json' }
  const headers = { ...names, ...(basic && { authorization: `Basic ${basic}` }) }
  let [count, bytes] = [0, 0]
  const send: Send = async (href, init) => {
    if (count > 0) await (io.pause ?? wait)(INTERVAL)
    if (count === MAX_REQUESTS) throw new Unreachable(`stopped after ${count} requests`)
    count++
    const signal = AbortSignal.timeout(TIMEOUT)
    const answer = await request(fetch, href, { ...init, headers, signal })
    bytes += answer.text.length
    if (bytes > MAX_TOTAL_BYTES)
      throw new Unreachable(`stopped after ${MAX_TOTAL_BYTES} bytes in ${count} answers`)
    return answer
  }
  const api = await findApi(site, send)
  const { json: health } = await send(new URL('/__calmock/health', site).href)
  const time = Date.parse(Object(health).now) // the clock of another calmock may stand still
  return {
    ...api,
    isSignedIn: Boolean(basic),
    now: new Date(time || Date.now()),
    send: ((path, init) => send(api.url + path, init)) as Send,
    countLeft: () => MAX_REQUESTS - count,
  }
}

/** Returns whether a host is this machine or an address of a private network. */
export const isPrivate = (host: string): boolean =>
  isLoopback(host) ||
  /^(10|192\.168|172\.(1[6-9]|2\d|3[01]))(\.\d+)+$|^\[(f[cd]..|fe[89ab].):/.test(host)

/** Sends a request, and reads the answer up to a size. Follows no redirect. */
export async function request(
  fetch: (request: Request) => Promise<Response>,
  href: string,
  init: RequestInit,
): Promise<Answer> {
  try {
    const sent = new Request(href, { ...init, redirect: 'manual' })
    sent.headers.set('content-type', 'application/json')
    const { status, headers, body } = await fetch(sent)
    const reader = body?.getReader()
    const chunks: Uint8Array[] = []
    let size = 0
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      size += part.value.byteLength
      if (size > MAX_BYTES) throw new Error(`it has more than ${MAX_BYTES} bytes`)
      chunks.push(part.value)
    }
    const bytes = Buffer.concat(chunks)
    return { status, headers, text: bytes.toString(), json: tryParse(bytes) }
  } catch (error) {
    const { message, cause } = Object(error)
    throw new Unreachable(`no answer from ${href}: ${Object(cause).code ?? message}`)
  }
}

function tryParse(bytes: Uint8Array): unknown {
  try {
    // `${value}` throws for an object with a value named toString
    const drop = (key: string, value: unknown) => (key === 'toString' ? undefined : value)
    return JSON.parse(JSON.stringify(parseJson(bytes)), drop)
  } catch {
    return undefined
  }
}

/** Finds the namespace at the REST root: the address itself, or below it. */
async function findApi(site: URL, send: Send) {
  site.search = site.hash = ''
  const pages = [site.href, site.href.replace(/\/?$/, '/wp-json/')]
  for (const page of pages) {
    const { headers, json } = await send(page)
    const location = headers.get('location')
    if (location) throw new UsageError(`${page} redirects to ${location}; give that URL`)
    const { routes, namespaces, timezone_string: timezone }: Query = Object(json)
    const names = [namespaces].flat().map(String)
    const namespace = names.find((one) => /^([\w-]+\/)*events\/v1$/.test(one))
    const url = page.replace(/\/?$/, '/') + namespace
    if (namespace) return { url, namespace, routes: Object(routes), timezone, headers }
  }
  throw new Unreachable(`no REST root with an events API at ${pages.join(' or ')}`)
}
