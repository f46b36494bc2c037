import type { Scenario } from '../../fixtures/scenario.ts'
import type { Context } from '../contract/context.ts'
import type { Messages } from '../contract/format-message.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'
import { imageModels } from '../contract/params/image.ts'
import { text } from '../contract/params/values.ts'
import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import { resources } from '../contract/resources/index.ts'
import { createEndpoints } from '../contract/route.ts'
import type { RowsByKind, Seed } from '../contract/seed.ts'
import { defaultLanguage, findSite, type Site } from '../contract/site.ts'
import { normalizeSlug } from '../contract/slug.ts'
import { formatIgnored } from '../contract/synonyms.ts'
import { createRow } from '../engine/actions.ts'
import { readProperties } from '../engine/read-body.ts'
import { combineValues, readParameters } from '../engine/read-params.ts'
import { presentProblem } from '../engine/to-response.ts'
import { pickRecordOptions } from '../options/mock-options.ts'
import { unknownOption } from '../options/option-types.ts'
import type { ResolvedOptions, UserData } from '../options/options.ts'
import type { MockSource } from '../seed/source/mock-source.ts'
import type { Model } from '../store/database.ts'
import { Store } from '../store/store.ts'
import { createIgnoredReport, type ReportIgnored } from './report-ignored.ts'

/** The kinds of records, including images. */
export const models: readonly Model[] = [...resources, ...imageModels]

/** Called with a record of the user's data that is not valid, and the reason. */
export type OnReject = (record: unknown, reason: string) => void

/** Returns a function that creates the seed of a scenario, with the records of the user. */
export function createSeedFactory(
  resolved: ResolvedOptions,
  source: Pick<MockSource, 'createSeed' | 'readMessages'>,
  {
    onReject,
    reportIgnored = createIgnoredReport(resolved.strict),
  }: { onReject?: OnReject | undefined; reportIgnored?: ReportIgnored } = {},
) {
  const { data } = resolved
  const options = pickRecordOptions(resolved)
  const readMessages = () => source.readMessages(defaultLanguage)
  return (scenario: readonly Scenario[], anchor: Date): Seed => {
    const generated = source.createSeed({ ...options, scenario, anchor })
    if (!data) return generated
    const { sites } = resolved
    const reports = { onReject, reportIgnored }
    const parts = { data, resources, models, sites, settings: resolved, readMessages, ...reports }
    return addUserData(generated, anchor, parts)
  }
}

/** The parts of a mock that creating the user's records needs. */
interface UserDataOptions {
  readonly data: UserData
  readonly resources: readonly Resource[]
  readonly models: readonly Model[]
  readonly sites: readonly Site[]
  readonly settings: Context['settings']
  readonly onReject: OnReject | undefined
  readonly reportIgnored: ReportIgnored
  readMessages(): Messages
}

/**
 * Returns a seed that also generates the user's records. They are created in their order, as if clients had
 * sent them at noon of the anchor; if the seed reads files, when all of these are loaded.
 */
function addUserData(seed: Seed, anchor: Date, options: UserDataOptions): Seed {
  let created: UserRecords | undefined
  const getRecords = (): UserRecords => {
    created ??= createUserRecords(seed, anchor, options)
    return created
  }
  const load = async (): Promise<void> => {
    await seed.load?.()
    getRecords()
  }
  if (!seed.load) getRecords()
  const { languages, kinds, events } = seed
  return {
    languages,
    kinds,
    events,
    get firstFreeId() {
      return getRecords().firstFreeId
    },
    get members() {
      const { members, firstFreeId } = seed
      if (!members) return undefined
      return (kind: string, group: number) => (group < firstFreeId ? members(kind, group) : [group])
    },
    languageOf: (id) => getRecords().languages.get(id) ?? seed.languageOf(id),
    generate(kind, language) {
      const added = (getRecords().rows[kind] ?? []).filter((row) => row.language === language)
      const ids = new Set(added.map(({ id }) => id))
      return [...seed.generate(kind, language).filter(({ id }) => !ids.has(id)), ...added]
    },
    ...(seed.load && { load }),
  }
}

/** The records that the user's data result in. */
interface UserRecords {
  /** The first ID after theirs. */
  readonly firstFreeId: number
  readonly rows: RowsByKind
  /** The language of each record, by its ID. */
  readonly languages: ReadonlyMap<number, string>
}

function createUserRecords(seed: Seed, anchor: Date, options: UserDataOptions): UserRecords {
  const store = new Store(options.models, () => seed)
  const now = new Date(`${anchor.toISOString().slice(0, 10)}T12:00:00Z`)
  createRecords(store, now, options)
  const { nextId, records } = store.changes()
  const rows = Object.entries(records).map(([kind, byId]): [string, readonly Row[]] => [
    kind,
    Object.values(byId).filter((row) => row !== null),
  ])
  return {
    firstFreeId: nextId,
    rows: Object.fromEntries(rows),
    languages: new Map(rows.flatMap(([, list]) => list.map(({ id, language }) => [id, language]))),
  }
}

/** Creates events last, since they link to the other records. */
function createRecords(store: Store, now: Date, options: UserDataOptions): void {
  const { data, resources } = options
  const names = resources.map(({ collection }) => collection)
  for (const name of Object.keys(data)) {
    if (!names.includes(name)) throw new OptionError(`data: ${unknownOption(name, names).reason}`)
    if (!Array.isArray(data[name])) throw invalidOption(`data.${name}`, data[name], 'a list')
  }
  const [first, ...others] = resources.map(addSlug)
  for (const resource of [...others, ...(first ? [first] : [])])
    for (const [n, body] of (data[resource.collection] ?? []).entries())
      try {
        createRecord(resource, body, { store, now, options, name: `${resource.collection}[${n}]` })
      } catch (error) {
        if (!(options.onReject && error instanceof OptionError)) throw error
        options.onReject(body, error.reason)
      }
}

/** The user's records may all have a slug, also venues and organizers, which have none in requests. */
const addSlug = (resource: Resource): Resource => ({
  ...resource,
  fields: { slug: text('eventSlug'), ...resource.fields },
})

interface RecordTarget {
  readonly store: Store
  readonly now: Date
  readonly options: UserDataOptions
  /** The position of the record in the data, for messages. */
  readonly name: string
}

function createRecord(
  resource: Resource,
  body: Readonly<Record<string, unknown>>,
  { store, now, options: { sites, settings, readMessages, reportIgnored }, name }: RecordTarget,
): void {
  const { language = sites[0]?.language, ...fields } = Object(body)
  const site = findSite(language, sites)
  if (!site) {
    const accepted = [...new Set(sites.flatMap(({ accepts }) => accepts))]
    throw new OptionError(`data: ${name}: ${invalidOption('language', language, accepted).reason}`)
  }
  const names = typeof body === 'object' ? Object.keys(fields) : []
  reportIgnoredFields(resource, names, { place: `data: ${name}`, reportIgnored })
  const links = { origin: '', base: '', inlinesImages: false, isLanguageRequested: true }
  const context = { ...links, site, language, now, repository: store, settings }
  // data does not know the IDs of the records in it: a text is the slug or the name of a record
  const values = Object.entries(fields).map(([field, value]) => {
    const link = resource.fields[field]?.link
    const find = (text: string): Row | undefined =>
      link
        ? (store.bySlug(link, normalizeSlug(text), language) ??
          store.named(link, link, text, language)[0])
        : undefined
    const toId = (item: unknown) => (typeof item === 'string' ? (find(item)?.id ?? item) : item)
    return [field, Array.isArray(value) ? value.map(toId) : toId(value)]
  })
  try {
    createFromBody(resource, Object.fromEntries(values), context)
  } catch (error) {
    const reason = describeProblem(error, readMessages)
    throw reason === undefined ? error : new OptionError(`data: ${name}: ${reason}`)
  }
}

/** Reports the fields that a create ignores. */
function reportIgnoredFields(
  { collection, fields, hiddenFields, schema }: Resource,
  names: readonly string[],
  { place, reportIgnored }: { place: string; reportIgnored: ReportIgnored },
): void {
  const accepted = Object.keys({ ...fields, ...hiddenFields })
  const ignored = names.filter((name) => !accepted.includes(name))
  const isReadOnly = (name: string): boolean => Object.hasOwn(Object(schema.properties), name)
  for (const name of ignored)
    if (!isReadOnly(name))
      reportIgnored(`${collection} ${name}`, formatIgnored(place, name, ['language', ...accepted]))
  const readOnly = ignored.filter(isReadOnly).join(', ')
  const message = `${place} ignores fields that only responses have: ${readOnly}`
  if (readOnly) reportIgnored(`${collection} ${readOnly}`, message, false)
}

/** Creates a record from the body of a POST request, without a request. Throws `Problem` for an invalid body. */
function createFromBody(resource: Resource, body: unknown, base: Omit<Context, 'create'>): Row {
  const context: Context = {
    ...base,
    create: (linked, values) => createRow(linked, values, context),
  }
  const operation = createEndpoints([resource], base.site, base.settings.namespace)
    .flatMap(({ operations }) => operations)
    .find(({ action }) => action === 'create')
  if (!operation) throw new Error(`no operation creates ${resource.name}`)
  const values = readProperties(body)
  return createRow(
    resource,
    readParameters(operation, combineValues(values, values), context),
    context,
  )
}

/** Returns the message of a problem, or undefined for other errors. */
const describeProblem = (error: unknown, readMessages: () => Messages): string | undefined =>
  error instanceof Problem ? String(presentProblem(error, readMessages()).message) : undefined
