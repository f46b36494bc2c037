import type { Query } from '../contract/context.ts'
import { resources } from '../contract/resources/index.ts'
import { languages } from '../contract/site.ts'
import type { Mock } from '../create-mock.ts'
import { createMock } from '../create-mock.ts'
import { generateTypes } from '../engine/openapi/typescript.ts'
import type { Options } from '../options/options.ts'
import { generatorSource } from '../seed/generator-source.ts'
import { exportWorld } from './export-world.ts'
import { createHar } from './har.ts'

/** What can be exported alone, and the name its file gets. */
export const exportFormats = {
  world: 'world.json',
  openapi: 'openapi.json',
  types: 'calmock.d.ts',
  har: 'calmock.har',
} as const

export type ExportFormat = keyof typeof exportFormats

/** The text of one part of a mock. The same options and instant give the same bytes. */
export async function formatPart(
  format: ExportFormat,
  options: Options,
  anchor: Date,
): Promise<string> {
  if (format === 'world') return formatWorld(options, anchor)
  if (format === 'types')
    return generateTypes(await fetchDocument(createMock({ sites: ['en'] }, generatorSource())))
  const service = createMock({ ...options, now: anchor }, generatorSource())
  const content =
    format === 'har'
      ? await createHar(service, resolveOrigin(service))
      : await fetchDocument(service)
  return format === 'har' ? JSON.stringify(content) : `${JSON.stringify(content, null, 2)}\n`
}

/** The OpenAPI document of the first site. */
async function fetchDocument(service: Mock): Promise<Query> {
  const { sites, settings, base } = service
  const reply = await service.handle({
    method: 'GET',
    origin: resolveOrigin(service),
    path: `${base.path}${sites[0]?.root}/${settings.namespace}/doc`,
    query: '',
    header: () => undefined,
  })
  return JSON.parse(reply.body)
}

/** The origin an export tells of: that of the option, else where `calmock serve` listens. */
const resolveOrigin = ({ base }: Mock): string => base.origin ?? 'http://127.0.0.1:4747'

/** Every record as it is stored, by kind, all languages together in the order of their IDs. */
function formatWorld(options: Options, anchor: Date): string {
  const { recording, languages: told } = exportWorld(options, anchor, () => {})
  const kinds = [...resources.map(({ name }) => name), 'picture']
  const records = kinds.map((kind) => {
    const rows = told.flatMap(([, { records }]) => records[kind] ?? [])
    return [kind, rows.sort((a, b) => a.id - b.id)]
  })
  const { seed, events, scenario } = recording
  const world = { seed, events, scenario, anchor: anchor.toISOString(), languages }
  return `${JSON.stringify({ ...world, records: Object.fromEntries(records) }, null, 2)}\n`
}
