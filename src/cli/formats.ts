import type { Query } from '../contract/context.ts'
import { type LanguageCode, languages } from '../contract/site.ts'
import { createMock, type Mock } from '../create-mock.ts'
import { type Options, resolveOptions } from '../options/options.ts'
import { joinScenarioNames } from '../options/resolve-scenarios.ts'
import { inlineSource } from '../source/inline-source.ts'
import { createSeedFactory } from '../world/seed-factory.ts'
import { createHar, getUrl } from './har.ts'

/** The formats of `calmock export --format`, and the names of their files. */
export const exportFormats = {
  world: 'world.json',
  openapi: 'openapi.json',
  types: 'calmock.d.ts',
  har: 'calmock.har',
} as const

export type ExportFormat = keyof typeof exportFormats

/** The time of the clock, and the language of the OpenAPI document. */
export interface FormatOptions {
  readonly anchor: Date
  readonly language: LanguageCode
}

/** Returns one part of the mock as text. The types are a file of the package. The same options and anchor return the same bytes. */
export async function formatPart(
  format: Exclude<ExportFormat, 'types'>,
  options: Options,
  { anchor, language }: FormatOptions,
): Promise<string> {
  if (format === 'world') return formatWorld(options, anchor)
  const source = inlineSource()
  if (format === 'har') {
    const mock = createMock({ ...options, now: anchor }, source)
    return JSON.stringify(await createHar(mock, resolveUrl(mock)))
  }
  const readMessages = () => source.readMessages(language)
  const mock = createMock({ ...options, now: anchor }, { ...source, readMessages })
  return `${JSON.stringify(await fetchDocument(mock), null, 2)}\n`
}

async function fetchDocument(mock: Mock): Promise<Query> {
  const { sites, settings } = mock
  const root = `${resolveUrl(mock)}${sites[0]?.root}`
  const response = await getUrl(mock, `${root}/${settings.namespace}/doc`)
  return JSON.parse(response.body)
}

/** Returns the URL of the mock in an export: the option `publicUrl` or `baseUrl`, or the default address of `calmock serve`. */
const resolveUrl = ({ base }: Mock): string =>
  base.publicUrl ?? `${base.origin ?? 'http://127.0.0.1:4747'}${base.path}`

/** Returns every record as it is stored, by kind. The records of a kind are in the order of their IDs, in all languages. */
function formatWorld(options: Options, anchor: Date): string {
  const source = inlineSource()
  const resolved = resolveOptions(options, source.readMessages)
  const { seed, events, scenario } = resolved
  const recordSeed = createSeedFactory(resolved, source)(scenario, anchor)
  const records = recordSeed.kinds.map((kind) => {
    const rows = languages.flatMap((language) => recordSeed.generate(kind, language))
    return [kind, rows.sort((a, b) => a.id - b.id)]
  })
  const world = { seed, events, scenario: joinScenarioNames(scenario) }
  const content = { ...world, anchor: anchor.toISOString(), languages }
  return `${JSON.stringify({ ...content, records: Object.fromEntries(records) }, null, 2)}\n`
}
