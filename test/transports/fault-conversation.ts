import { faultNames } from '../../src/faults/fault-kind.ts'
import { type Fetch, replaceAddress } from './conversation.ts'

const EVENTS = '/de/cal/events/v1/events'
const TAGS = '/hi/cal/events/v1/tags'

/** The headers of an error that a page of another origin can read. */
const readableHeaders = ['content-type', 'content-language', 'retry-after', 'x-cal-total']

const rules = [
  'GET /events?page=2 503 2x',
  'GET /events/{id} 500 1/3',
  'POST * 429',
  'GET /categories malformed',
  '/events/by-slug/* delay:300',
]

/**
 * Sends requests with faults and delays to a fresh mock. Returns the transcript, which is the same for every mock
 * with the same options. Runs in pages as well.
 */
export async function converseWithFaults(fetch: Fetch, base: string): Promise<string> {
  const transcript: string[] = []
  const ask: Ask = async (method, target, { ms, ...init } = {}) => {
    const start = performance.now()
    const response = await describeResponse(() => fetch(base + target, { ...init, method }))
    const isLate = ms !== undefined && performance.now() - start > ms - 5 // timers may end earlier
    const fault = new Headers(init.headers).get('x-calmock-fault')
    const request = [`${method} ${target}`, ...(fault ? [`fault: ${fault}`] : [])]
    const parts = [...request, ...(isLate ? [`after ${ms} ms`] : []), response]
    transcript.push(replaceAddress(parts.join('\n'), base))
  }
  const put = (route: string, body: unknown): Promise<void> =>
    ask('PUT', `/__calmock/${route}`, { body: JSON.stringify(body) })
  await put('faults', { faults: ['GET /events maintainance'] })
  await put('faults', { faults: rules })
  await askRules(ask)
  await askHeaders(ask)
  await put('delay', { delay: 'often' })
  await put('delay', { delay: 200 })
  await ask('GET', `${EVENTS}?per_page=1&_fields=total`, { ms: 200 })
  await ask('GET', '/__calmock/world')
  await ask('POST', '/__calmock/reset')
  await ask('GET', '/__calmock/faults')
  await ask('GET', '/__calmock/delay')
  return transcript.join('\n\n')
}

/** A request, and the time that its response takes at least. */
type Ask = (
  method: string,
  target: string,
  init?: RequestInit & { readonly ms?: number },
) => Promise<void>

async function askRules(ask: Ask): Promise<void> {
  for (let n = 0; n < 3; n++) await ask('GET', `${EVENTS}?page=2&_fields=total`)
  for (let n = 0; n < 9; n++) await ask('GET', `${EVENTS}/99999999`)
  await ask('POST', `${TAGS}`, { body: new URLSearchParams({ name: 'Abgelehnt' }) })
  await ask('HEAD', '/de/cal/events/v1/categories?per_page=2&_fields=categories.name')
  await ask('GET', `${EVENTS}/by-slug/nothing`, { ms: 300 })
  await ask('OPTIONS', EVENTS)
  await ask('GET', '/__calmock/health/nothing')
}

async function askHeaders(ask: Ask): Promise<void> {
  const withFault = (fault: string): RequestInit => ({ headers: { 'X-Calmock-Fault': fault } })
  for (const status of [400, 404, 418, 429, 500, 503])
    await ask('GET', `${TAGS}?_pretty=1`, withFault(String(status)))
  for (const name of faultNames)
    await ask('GET', `${TAGS}?per_page=5&_fields=tags.name`, {
      ...withFault(name),
      signal: AbortSignal.timeout(4000),
    })
  await ask('GET', `/hi/cal/events/v1/venues?_fields=total`, withFault('none'))
  await ask('GET', TAGS, withFault('5O3'))
  await ask('GET', TAGS, { headers: { 'X-Calmock-Delay': 'soon', 'X-Calmock-Fault': 'none' } })
  const tag = (name: string, fault: string): RequestInit => ({
    ...withFault(fault),
    body: new URLSearchParams({ name }),
  })
  await ask('POST', TAGS, tag('Verloren', 'drop')) // stored, without a response
  await ask('POST', TAGS, tag('Nie gespeichert', 'offline'))
  await ask('POST', TAGS, tag('Auch nicht', '503'))
  await ask('GET', `${TAGS}?hide_empty=false&search=verloren&_fields=tags.name`, withFault('none'))
  await ask('GET', `${TAGS}?hide_empty=false&search=nicht`, withFault('none'))
  const slow = { 'X-Calmock-Delay': '20000', 'X-Calmock-Fault': 'none' }
  await ask('GET', TAGS, { headers: slow, signal: AbortSignal.timeout(300), ms: 300 })
}

/** Returns the response as a text, or how it fails. */
async function describeResponse(send: () => Promise<Response>): Promise<string> {
  const lines: string[] = []
  try {
    const response = await send()
    const headers = readableHeaders.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [`${name}: ${value}`]
    })
    lines.push(`${response.status}`, ...headers, '')
    lines.push(await response.text())
  } catch (error) {
    const isTimeout = error instanceof Error && error.name === 'TimeoutError'
    if (isTimeout) lines.push('the client gives up')
    else lines.push(lines.length > 0 ? 'the body ends in the middle' : 'no response')
  }
  return lines.join('\n')
}
