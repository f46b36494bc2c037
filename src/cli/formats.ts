import type { Query } from '../contract/context.ts'
import { resources } from '../contract/resources/index.ts'
import { languages } from '../contract/site.ts'
import type { Service } from '../create-mock.ts'
import { createMock } from '../create-mock.ts'
import { typesOf } from '../engine/openapi/typescript.ts'
import type { Options } from '../options/options.ts'
import { generatorSource } from '../seed/generator-source.ts'
import { record } from './export-world.ts'
import { harOf } from './har.ts'

/** What can be exported alone, and the name its file gets. */
export const formats = {
  world: 'world.json',
  openapi: 'openapi.json',
  types: 'calmock.d.ts',
  har: 'calmock.har',
} as const

export type Format = keyof typeof formats

/** The text of one part of a mock. The same options and instant give the same bytes. */
export async function textOf(format: Format, options: Options, anchor: Date): Promise<string> {
  if (format === 'world') return worldText(options, anchor)
  if (format === 'types')
    return typesOf(await documentOf(createMock({ sites: ['en'] }, generatorSource())))
  const service = createMock({ ...options, now: anchor }, generatorSource())
  const content =
    format === 'har' ? await harOf(service, originOf(service)) : await documentOf(service)
  return format === 'har' ? JSON.stringify(content) : `${JSON.stringify(content, null, 2)}\n`
}

/** The OpenAPI document of the first site. */
async function documentOf(service: Service): Promise<Query> {
  const { sites, settings, base } = service
  const reply = await service.respond({
    method: 'GET',
    origin: originOf(service),
    path: `${base.path}${sites[0]?.root}/${settings.namespace}/doc`,
    query: '',
    header: () => undefined,
  })
  return JSON.parse(reply.body)
}

/** The origin an export tells of: that of the option, else where `calmock serve` listens. */
const originOf = ({ base }: Service): string => base.origin ?? 'http://127.0.0.1:4747'

/** Every record as it is stored, by kind, all languages together in the order of their IDs. */
function worldText(options: Options, anchor: Date): string {
  const { recording, languages: told } = record(options, anchor, () => {})
  const kinds = [...resources.map(({ name }) => name), 'picture']
  const records = kinds.map((kind) => {
    const rows = told.flatMap(([, { records }]) => records[kind] ?? [])
    return [kind, rows.sort((a, b) => a.id - b.id)]
  })
  const { seed, events, scenario } = recording
  const world = { seed, events, scenario, anchor: anchor.toISOString(), languages }
  return `${JSON.stringify({ ...world, records: Object.fromEntries(records) }, null, 2)}\n`
}
