import { resources } from '../contract/resources/index.ts'
import type { Mock } from '../create-mock.ts'
import type { MockResponse } from '../engine/http-message.ts'

/** Requests the index, every page of every list and every record, and returns the exchanges in the format HAR 1.2. */
export async function createHar(mock: Mock, mockUrl: string) {
  const { sites, settings, clock } = mock
  const startedDateTime = clock.now().toISOString()
  const entries: ReturnType<typeof createHarEntry>[] = []
  async function visit(url: string): Promise<MockResponse> {
    const response = await getUrl(mock, url)
    entries.push(createHarEntry(url, response, startedDateTime))
    return response
  }
  for (const { root } of sites) {
    const index = `${mockUrl}${root}/${settings.namespace}`
    await visit(index)
    for (const { collection } of resources) {
      for (let url: string | undefined = `${index}/${collection}`; url; ) {
        const page = JSON.parse((await visit(url)).body)
        for (const { id } of page[collection]) await visit(`${index}/${collection}/${id}`)
        url = page.next_rest_url
      }
    }
  }
  return { log: { version: '1.2', creator: { name: 'calmock', version: '1' }, entries } }
}

/** Sends a GET request without headers to the mock. The URL may start with the option `publicUrl`, as links do. */
export function getUrl(mock: Mock, url: string): Promise<MockResponse> {
  const { path, publicUrl = '' } = mock.base
  const isPublic = publicUrl !== '' && url.startsWith(publicUrl)
  const served = isPublic ? `http://localhost${path}${url.slice(publicUrl.length)}` : url
  const { origin, pathname, search } = new URL(served)
  const request = { method: 'GET', origin, path: pathname, query: search.slice(1) }
  return mock.handle({ ...request, header: () => undefined })
}

function createHarEntry(url: string, response: MockResponse, startedDateTime: string) {
  const { status, headers, body: text } = response
  const toPairs = (record: Readonly<Record<string, string>>) =>
    Object.entries(record).map(([name, value]) => ({ name, value }))
  const message = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1 }
  const queryString = toPairs(Object.fromEntries(new URL(url).searchParams))
  const mimeType = headers['Content-Type'] ?? ''
  return {
    startedDateTime,
    time: 0,
    request: { ...message, method: 'GET', url, headers: [], queryString, bodySize: 0 },
    response: {
      ...message,
      status,
      statusText: '',
      headers: toPairs(headers),
      content: { size: new TextEncoder().encode(text).length, mimeType, text },
      redirectURL: '',
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: 0, receive: 0 },
  }
}
