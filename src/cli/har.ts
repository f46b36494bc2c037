import { resources } from '../contract/resources/index.ts'
import type { Mock } from '../create-mock.ts'
import type { MockResponse } from '../engine/http-message.ts'
import { type HarSource, toHar } from '../request-log/har.ts'

/** Requests the index, every page of every list and every record, and returns the exchanges in the format HAR 1.2. */
export async function createHar(mock: Mock, mockUrl: string) {
  const { sites, settings, clock } = mock
  const time = clock.now().toISOString()
  const sources: HarSource[] = []
  async function visit(url: string): Promise<MockResponse> {
    const response = await getUrl(mock, url)
    const { status, headers, body } = response
    const sent = { time, method: 'GET', url, ms: 0, requestHeaders: {} }
    sources.push({ ...sent, status, responseHeaders: headers, responseBody: body })
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
  return toHar(sources)
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
