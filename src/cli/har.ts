import { resources } from '../contract/resources/index.ts'
import type { Mock } from '../create-mock.ts'
import type { MockResponse } from '../engine/http-message.ts'

/**
 * What a visitor of every list and record of every site would have recorded, as HAR 1.2: the index, the
 * lists page by page, each record by its ID.
 */
export async function createHar(service: Mock, origin: string) {
  const { sites, settings, base, clock } = service
  const startedDateTime = clock.now().toISOString()
  const entries: ReturnType<typeof createHarEntry>[] = []
  async function visit(url: string): Promise<MockResponse> {
    const { pathname, search } = new URL(url)
    const call = { method: 'GET', origin, path: pathname, query: search.slice(1) }
    const reply = await service.handle({ ...call, header: () => undefined })
    entries.push(createHarEntry(url, reply, startedDateTime))
    return reply
  }
  for (const { root } of sites) {
    const home = `${origin}${base.path}${root}/${settings.namespace}`
    await visit(home)
    for (const { collection } of resources) {
      for (let url: string | undefined = `${home}/${collection}`; url; ) {
        const page = JSON.parse((await visit(url)).body)
        for (const { id } of page[collection]) await visit(`${home}/${collection}/${id}`)
        url = page.next_rest_url
      }
    }
  }
  return { log: { version: '1.2', creator: { name: 'calmock', version: '1' }, entries } }
}

function createHarEntry(url: string, reply: MockResponse, startedDateTime: string) {
  const { status, headers, body: text } = reply
  const pairs = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([name, value]) => ({ name, value }))
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  const queryString = pairs(Object.fromEntries(new URL(url).searchParams))
  const mimeType = headers['Content-Type'] ?? ''
  return {
    startedDateTime,
    time: 0,
    request: { ...message, method: 'GET', url, headers: [], queryString, bodySize: 0 },
    response: {
      ...message,
      status,
      statusText: '',
      headers: pairs(headers),
      content: { size: new TextEncoder().encode(text).length, mimeType, text },
      redirectURL: '',
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
}
