import { resources } from '../contract/resources/index.ts'
import { type LanguageCode, languages } from '../contract/site.ts'
import { type HarSource, toHar } from '../control/request-log/har.ts'
import { createMock, type Mock } from '../create-mock.ts'
import { bodyText, type MockResponse } from '../engine/http-message.ts'
import { pickRecordOptions } from '../options/mock-options.ts'
import { type Options, resolveOptions } from '../options/options.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'
import { inlineSource } from '../seed/source/inline-source.ts'
import { createSeedFactory } from '../world/seed-factory.ts'

/** The formats of `calmock export --format`, and the names of their files. */
export const exportFormats = {
  world: 'world.json',
  openapi: 'openapi.json',
  types: 'calmock.d.ts',
  har: 'calmock.har',
} as const

export type ExportFormat = keyof typeof exportFormats

/**
 * Returns one part of the mock as text, with the clock at `anchor`. The language is the one of the OpenAPI
 * document. The types are a file of the package. The same options and anchor return the same bytes.
 */
export async function formatPart(
  format: Exclude<ExportFormat, 'types'>,
  options: Options,
  { anchor, language }: { readonly anchor: Date; readonly language: LanguageCode },
): Promise<string> {
  if (format === 'world') return formatWorld(options, anchor)
  const source = inlineSource()
  if (format === 'har') {
    const mock = createMock({ ...options, now: anchor }, source)
    return JSON.stringify(await createHar(mock, resolveUrl(mock)))
  }
  const readMessages = () => source.readMessages(language)
  const mock = createMock({ ...options, now: anchor }, { ...source, readMessages })
  const root = `${resolveUrl(mock)}${mock.sites[0]?.root}`
  const { body } = await getUrl(mock, `${root}/${mock.settings.namespace}/doc`)
  return `${JSON.stringify(JSON.parse(bodyText(body)), null, 2)}\n`
}

/** Requests the index, every page of every list and every record, and returns the exchanges in the format HAR 1.2. */
async function createHar(mock: Mock, mockUrl: string) {
  const { sites, settings, clock } = mock
  const time = clock.now().toISOString()
  const sources: HarSource[] = []
  async function visit(url: string): Promise<MockResponse> {
    const response = await getUrl(mock, url)
    const { status, headers, body } = response
    const sent = { time, method: 'GET', url, ms: 0, requestHeaders: {} }
    sources.push({ ...sent, status, responseHeaders: headers, responseBody: bodyText(body) })
    return response
  }
  for (const { root } of sites) {
    const index = `${mockUrl}${root}/${settings.namespace}`
    await visit(index)
    for (const { collection } of resources) {
      for (let url: string | undefined = `${index}/${collection}`; url; ) {
        const page = JSON.parse(bodyText((await visit(url)).body))
        for (const { id } of page[collection]) await visit(`${index}/${collection}/${id}`)
        url = page.next_rest_url
      }
    }
  }
  return toHar(sources)
}

/** Sends a GET request without headers to the mock. The URL may start with the option `publicUrl`, as links do. */
function getUrl(mock: Mock, url: string): Promise<MockResponse> {
  const { path, publicUrl = '' } = mock.base
  const isPublic = publicUrl !== '' && url.startsWith(publicUrl)
  const served = isPublic ? `http://localhost${path}${url.slice(publicUrl.length)}` : url
  const { origin, pathname, search } = new URL(served)
  const request = { method: 'GET', origin, path: pathname, query: search.slice(1) }
  return mock.handle({ ...request, header: () => undefined })
}

/** Returns the URL of the mock in an export: the option `publicUrl` or `baseUrl`, or the default address of `calmock serve`. */
const resolveUrl = ({ base }: Mock): string =>
  base.publicUrl ?? `${base.origin ?? 'http://127.0.0.1:4747'}${base.path}`

/** Returns every record as it is stored, by kind. The records of a kind are in the order of their IDs, in all languages. */
function formatWorld(options: Options, anchor: Date): string {
  const source = inlineSource()
  const resolved = resolveOptions(options, source.readMessages)
  const { scenario } = resolved
  const recordSeed = createSeedFactory(resolved, source)(scenario, anchor)
  const records = recordSeed.kinds.map((kind) => {
    const rows = languages.flatMap((language) => recordSeed.generate(kind, language))
    return [kind, rows.sort((a, b) => a.id - b.id)]
  })
  const world = { ...pickRecordOptions(resolved), scenario: joinScenarioNames(scenario) }
  const content = { ...world, anchor: anchor.toISOString(), languages }
  return `${JSON.stringify({ ...content, records: Object.fromEntries(records) }, null, 2)}\n`
}
