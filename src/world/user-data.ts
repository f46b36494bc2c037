import type { Context } from '../contract/context.ts'
import type { Messages } from '../contract/format-message.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'
import type { Resource, Row } from '../contract/resource.ts'
import type { Seed } from '../contract/seed.ts'
import type { Site } from '../contract/site.ts'
import { createFromBody, describeProblem } from '../engine/create-from-body.ts'
import { unknownOption } from '../options/option-types.ts'
import type { UserData } from '../options/options.ts'
import type { Model } from '../store/database.ts'
import { Store } from '../store/repository.ts'

/** The parts of a mock that creating the user's records needs. */
export interface UserDataOptions {
  readonly data: UserData
  readonly resources: readonly Resource[]
  readonly models: readonly Model[]
  readonly sites: readonly Site[]
  readonly settings: Context['settings']
  /** The messages for errors in the data. */
  readonly messages: Messages
}

/** Returns a seed that also generates the user's records. They are created in their order, as if clients had sent them at noon of the anchor. */
export function addUserData(seed: Seed, anchor: Date, options: UserDataOptions): Seed {
  const store = new Store(options.models, () => seed)
  const now = new Date(`${anchor.toISOString().slice(0, 10)}T12:00:00Z`)
  createRecords(store, now, options)
  const { nextId, records } = store.changes()
  const rowsOf = (kind: string): readonly Row[] =>
    Object.values(records[kind] ?? {}).filter((row) => row !== null)
  const languages = new Map(
    Object.keys(records).flatMap((kind) => rowsOf(kind).map(({ id, language }) => [id, language])),
  )
  return Object.assign(Object.create(seed) as Seed, {
    firstFreeId: nextId,
    languageOf: (id: number) => languages.get(id) ?? seed.languageOf(id),
    generate(kind: string, language: string): readonly Row[] {
      const added = rowsOf(kind).filter((row) => row.language === language)
      const ids = new Set(added.map(({ id }) => id))
      return [...seed.generate(kind, language).filter(({ id }) => !ids.has(id)), ...added]
    },
    members:
      seed.members &&
      ((kind: string, group: number): readonly number[] =>
        group < seed.firstFreeId ? (seed.members?.(kind, group) ?? []) : [group]),
  })
}

/** Creates events last, since they link to the other records. */
function createRecords(store: Store, now: Date, options: UserDataOptions): void {
  const { data, resources } = options
  const names = resources.map(({ collection }) => collection)
  for (const name of Object.keys(data)) {
    if (!names.includes(name)) throw new OptionError(`data: ${unknownOption(name, names).reason}`)
    if (!Array.isArray(data[name])) throw invalidOption(`data.${name}`, data[name], 'a list')
  }
  const [first, ...others] = resources
  for (const resource of [...others, ...(first ? [first] : [])])
    for (const [n, body] of (data[resource.collection] ?? []).entries())
      createRecord(resource, body, { store, now, options, name: `${resource.collection}[${n}]` })
}

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
  { store, now, options: { sites, settings, messages }, name }: RecordTarget,
): void {
  const { language = sites[0]?.language, ...fields } = Object(body)
  const site =
    sites.find((site) => site.language === language) ??
    sites.find(({ accepts }) => accepts.includes(language))
  if (!site) {
    const accepted = [...new Set(sites.flatMap(({ accepts }) => accepts))]
    throw new OptionError(`data: ${name}: ${invalidOption('language', language, accepted).reason}`)
  }
  const links = { origin: '', base: '', inlinesImages: false, isLanguageRequested: true }
  const context = { ...links, site, language, now, repository: store, settings }
  try {
    createFromBody(resource, fields, context)
  } catch (error) {
    const reason = describeProblem(error, messages)
    throw reason === undefined ? error : new OptionError(`data: ${name}: ${reason}`)
  }
}
