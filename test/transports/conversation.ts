/** The type of `fetch` in a conversation. */
export type Fetch = (url: string, init?: RequestInit) => Promise<Response>

/** The placeholder for the address of the mock in a transcript. */
export const BASE = '{base}'

/** The headers that a cross-origin page can read. */
const readableHeaders = [
  'content-type',
  'content-language',
  'x-cal-total',
  'x-cal-totalpages',
  'x-wp-total',
  'x-wp-totalpages',
  'link',
  'location',
  'allow',
]

/** A request and its response, with the data for the next request. */
interface Answer {
  readonly status: number
  readonly location: string
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
  readonly body: any
}

/**
 * Sends a fixed sequence of requests to a fresh mock and follows its links, as a client does. Returns the
 * transcript, which is the same for every mock with the same options. Runs in pages as well.
 */
export async function converse(fetch: Fetch, base: string): Promise<string> {
  const transcript: string[] = []

  async function ask(method: string, address: string, init: RequestInit = {}): Promise<Answer> {
    const url = address.startsWith('/') ? base + address : address
    const response = await fetch(url, { ...init, method })
    const text = await response.text()
    const headers = readableHeaders.flatMap((name) => {
      const value = response.headers.get(name)
      return value === null ? [] : [`${name}: ${value}`]
    })
    const parts = [`${method} ${url}`, response.status, ...headers, '', text]
    transcript.push(replaceAddress(parts.join('\n'), base))
    return {
      status: response.status,
      location: response.headers.get('location') ?? '',
      body: text.startsWith('{') ? JSON.parse(text) : text,
    }
  }

  await languages(ask)
  await lists(ask)
  await writes(ask)
  await errors(ask)
  await worlds(ask)
  return transcript.join('\n\n')
}

/** Replaces the address of the mock by a placeholder, also without its scheme in global IDs. */
export const replaceAddress = (text: string, base: string): string =>
  text.replaceAll(base, BASE).replaceAll(base.replace(/^\w+:\/\//, ''), BASE)

/** Returns the first differences between two transcripts, line by line. */
export function differences(one: string, other: string): readonly string[] {
  const [lines, others] = [one.split('\n'), other.split('\n')]
  const places = [...Array(Math.max(lines.length, others.length)).keys()]
  return places
    .filter((n) => lines[n] !== others[n])
    .slice(0, 3)
    .map((n) => `line ${n + 1}: ${lines[n]?.slice(0, 300)}, not ${others[n]?.slice(0, 300)}`)
}

type Ask = (method: string, address: string, init?: RequestInit) => Promise<Answer>

const [DE, HI, ZH] = ['de', 'hi', 'zh-hans'].map((site) => `/${site}/cal/events/v1`)

const json = (fields: unknown, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof fields === 'string' ? fields : JSON.stringify(fields),
})

const form = (fields: Record<string, string>): RequestInit => ({
  body: new URLSearchParams(fields),
})

function multipart(fields: Readonly<Record<string, string>>): RequestInit {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  return { body }
}

async function languages(ask: Ask): Promise<void> {
  for (const site of [HI, DE, ZH]) {
    await ask('GET', `${site}`)
    const list = await ask('GET', `${site}/events?per_page=2`)
    const [event] = list.body.events
    await ask('GET', event.rest_url)
    const picture: string = event.image.url
    if (!picture.startsWith('data:')) await ask('GET', picture)
    await ask('GET', `${site}/events/by-slug/${event.slug}`)
    await ask('GET', `${site}/events/by-slug/${decodeURIComponent(event.slug)}`)
    await ask('GET', `${site}/events/${event.id}?i18n_language=en`)
    await ask('GET', `${site}/venues?search=${encodeURIComponent(event.venue.venue)}`)
  }
  await ask('GET', `${ZH}/doc`)
  await ask('GET', `${HI}/events?i18n_language=ar&per_page=1`)
}

async function lists(ask: Ask): Promise<void> {
  let url: string | undefined = `${DE}/events?per_page=7&_fields=events.id,next_rest_url`
  while (url) {
    const { body }: Answer = await ask('GET', url)
    url = body.next_rest_url
  }
  await ask('GET', `${DE}/events?page=99`)
  const dates = 'start_date=2030-02-01&end_date=2030-03-01'
  await ask('GET', `${DE}/events?${dates}&_fields=events.start_date`)
  await ask('GET', `${DE}/events?categories=jazz&featured=true`)
  await ask('GET', `${DE}/categories?hide_empty=false&per_page=3&orderby=count&order=desc`)
  await ask('GET', `${DE}/tags?page=99`)
  await ask('GET', `${DE}/organizers?per_page=1&_pretty=1`)
  await ask('HEAD', `${DE}/events`)
  await ask('OPTIONS', `${DE}/events`)
}

async function writes(ask: Ask): Promise<void> {
  const made = await ask(
    'POST',
    `${HI}/events`,
    json({
      ...{ title: 'नया मेला — 新的 “Fest”', start_date: '2030-05-04 19:00:00' },
      ...{ end_date: '2030-05-04 21:00:00', venue: { venue: 'Halle 7', city: 'Bonn' } },
      tags: ['Neuland', 'प्रीमियर'],
    }),
  )
  await ask('GET', made.location)
  await ask('GET', `${HI}/events?search=${encodeURIComponent('मेला')}&_fields=events.title,total`)
  await ask('PATCH', made.location, form({ cost: '₹150', title: 'बदला हुआ' }))
  await ask('PUT', made.location, json({ venue: [], categories: '' }))
  await ask('POST', `${made.location}?_method=PATCH`, json({ website: 'https://example.org/' }))
  await ask('GET', made.location)
  await ask('POST', `${DE}/venues`, multipart({ venue: 'Größe & Maß', city: 'Köln' }))
  const blob = new Blob(['{"name":"Größe"}'], { type: 'application/json' })
  await ask('POST', `${DE}/tags`, { body: blob })
  const tag = await ask('POST', `${DE}/tags`, form({ name: 'Ganz neu' }))
  await ask('POST', `${DE}/tags`, form({ name: 'Ganz neu' }))
  await ask('DELETE', `${DE}/tags/${tag.body.id}`)
  await ask('GET', `${DE}/tags/${tag.body.id}`)
  await ask('DELETE', made.location)
  await ask('DELETE', made.location)
  await ask('GET', made.location)
  await ask('GET', `${HI}/events?status=trash&start_date=2000-01-01`)
}

/** Paths with percent-encoding that cannot be decoded; `fetch` must not fail for them. */
const malformedPaths = [
  ...['/events/by-slug/%E0%A4%A', '/events/by-slug/%', '/venues/by-slug/a%zz', '/events?search=%'],
  ...['/%E0%A4%A', '/events/%E0%A4%A', '/%/events'],
]

async function errors(ask: Ask): Promise<void> {
  for (const site of [HI, DE, ZH]) {
    await ask('GET', `${site}/events?featured=maybe&page=0`)
    await ask('POST', `${site}/events`, json({ title: '' }))
    await ask('GET', `${site}/events/999999999`)
    await ask('GET', `${site}/nothing`)
  }
  await ask('POST', `${DE}/events`, json('{"title":'))
  await ask('POST', `${DE}/events`, { headers: { 'Content-Type': 'text/xml' }, body: '<a/>' })
  for (const path of malformedPaths) await ask('GET', DE + path)
  await ask('PUT', `${DE}/events`, json({}))
}

async function worlds(ask: Ask): Promise<void> {
  const { location } = await ask('POST', `/~other${DE}/venues`, form({ venue: 'Anderswo' }))
  await ask('GET', location)
  await ask('GET', `${DE}/venues/by-slug/anderswo`)
  await ask('GET', `${DE}/events`, { headers: { 'X-Calmock-Scenario': 'empty' } })
  await ask('GET', `${DE}/events?per_page=1`, { headers: { 'X-Calmock-Now': '2030-06-01' } })
  await ask('POST', '/__calmock/reset')
  await ask('GET', `${DE}/venues?search=${encodeURIComponent('Größe')}`)
}
