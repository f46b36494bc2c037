import { Command } from 'commander'
import type { Query } from '../contract/context.ts'
import type { Resource } from '../contract/resource.ts'
import { event } from '../contract/resources/event.ts'
import { resources } from '../contract/resources/index.ts'
import { languages } from '../contract/site.ts'
import { createMock } from '../create-mock.ts'
import { floorToDay, parseDateTime } from '../dates/date-time.ts'
import { DAY } from '../dates/durations.ts'
import { isTimeZone, toWall } from '../dates/time-zone.ts'
import type { Options } from '../options/options.ts'
import { inlineSource } from '../seed/source/inline-source.ts'
import { hideCredentials } from './hide-credentials.ts'
import { formatJson, type Io, Unreachable } from './io.ts'
import { openRemote, type Remote, type Send } from './remote.ts'

/** Records as responses show them, by collection. */
export type Records = Readonly<Record<string, readonly Query[]>>

/** Creates `calmock import`, which prints the public records of a running service as a file for `--data`. */
export function importCommand(io: Io, version: string): Command {
  return new Command('import')
    .description('print the public records of a running service, as a file for --data')
    .argument('<url>', 'address of a site or of its REST root')
    .option('--shift-dates', 'print the dates of events relative to today')
    .allowExcessArguments(false)
    .action((url: string, { shiftDates }: { shiftDates?: true }) =>
      hideCredentials(io, async (io, hide) => {
        const remote = await openRemote(url, version, io)
        const noon = shiftDates ? floorToDay(Date.now()) + DAY / 2 : Number.NaN
        const records = hide(await readRecords(remote.send))
        const { options } = createMockOf(remote, records, { io, noon })
        const { data, preset, namespace, sites, timezone = 'UTC' } = options
        io.stdout.write(`${formatJson(data, 2)}\n`)
        const paths = preset ? `--preset ${preset}` : `--namespace ${namespace}`
        io.stderr.write(
          `calmock: names, e-mail addresses and telephone numbers of people were copied; start with: calmock --data <file> --empty --sites ${sites?.[0]} --timezone ${timezone} ${paths}\n`,
        )
      }),
    )
}

/** More than all requests read from a service that sends the pages that are asked for. */
const MAX_RECORDS = 20_000

const ALLOWED_HEADERS = 'access-control-allow-headers'
const ALL_DATES = 'start_date=1900-01-01&end_date=2100-01-01'
/** The most events with a password whose linked records are read, with four requests each. */
const MAX_PROTECTED = 25

/** Reads all records that the lists of a service show, parents before their children. Default statuses: only `publish`. */
export async function readRecords(send: Send, statuses = ['publish']): Promise<Records> {
  const records: Record<string, readonly Query[]> = {}
  for (const { collection, filters } of resources) {
    const dates = 'start_date' in filters ? `&${ALL_DATES}` : ''
    const hidden = 'hide_empty' in filters ? '&hide_empty=false' : ''
    const asked = statuses.length > 1 && 'status' in filters ? `&status=${statuses}` : ''
    const byId = new Map<unknown, Query>()
    for (let page = 1, known = -1; byId.size > known; page++) {
      known = byId.size // a service may not count its pages
      const path = `/${collection}?per_page=50&page=${page}${dates}${hidden}${asked}`
      const { status, json } = await send(path)
      const { [collection]: items, total_pages: pages, code } = Object(json)
      if ([400, 404].includes(status) && (page > 1 || /not-found/.test(code))) break
      if (status !== 200 || !Array.isArray(items))
        throw new Unreachable(`GET ${path} has the status ${status} and no list of ${collection}`)
      if (byId.size + items.length > MAX_RECORDS)
        throw new Unreachable(`GET ${path} has more than ${MAX_RECORDS} ${collection}`)
      for (const item of items) if (item?.id) byId.set(item.id, item)
      if (page >= pages) break
    }
    const depth = (id: unknown, level = 0): number =>
      id && level < 50 ? depth(byId.get(id)?.parent, level + 1) : level
    records[collection] = [...byId.values()]
      .filter(({ status = 'publish' }) => statuses.includes(`${status}`))
      .sort((a, b) => depth(a.id) - depth(b.id) || Number(a.id) - Number(b.id))
  }
  const isProtected = ({ all_day }: Query): boolean => all_day === null
  await readHidden(records.events?.filter(isProtected).slice(0, MAX_PROTECTED) ?? [], send)
  return records
}

/** Adds to events with a password what only other lists show of them: the linked records, and whether they are featured. */
async function readHidden(records: readonly Query[], send: Send): Promise<void> {
  if (records.length === 0) return
  const ids = records.map(({ id }) => id)
  const read = async (collection: string, query: string): Promise<unknown> =>
    Object((await send(`/${collection}?per_page=50&${query}`)).json)[collection]
  const featured = await read('events', `featured=true&include=${ids}&${ALL_DATES}`)
  for (const record of records) {
    const isSame = (one: unknown): boolean => Object(one).id === record.id
    const shown: Record<string, unknown> = { featured: [featured].flat().some(isSame) }
    for (const [field, { link }] of Object.entries(event.fields)) {
      const target = resources.find(({ name, filters }) => name === link && 'event' in filters)
      if (target) shown[field] = await read(target.collection, `event=${record.id}`)
    }
    Object.assign(record, shown)
  }
}

/** Adds, as drafts, the venues and organizers that events show but no list, such as a venue in another language. */
function addUnlisted(records: Records): Records {
  const entries = resources.map(({ name, collection, fields }): [string, Query[]] => {
    const list = records[collection] ?? []
    const shown = 'status' in fields ? (records.events ?? []).map((one) => one[name] ?? []) : []
    const drafts = shown.flat().map((one) => ({ ...Object(one), status: 'draft' }))
    return [collection, [...new Map([...drafts, ...list].map((one) => [one.id, one])).values()]]
  })
  return Object.fromEntries(entries)
}

/** Creates a mock of the service with these records, with dates relative to `noon` if it is a number. Leaves out records that it rejects, with a warning for each. */
export function createMockOf(
  remote: Remote,
  records: Records,
  { io, noon = Number.NaN, ...others }: Options & { io: Pick<Io, 'stderr'>; noon?: number },
) {
  const settings = { ...createOptions(remote), ...others }
  const all = addUnlisted(records)
  const slugs = mapLists(all, (list) => new Map(list.map(({ id, slug }) => [id, slug])))
  const data = Object.fromEntries(
    resources.map((resource) => {
      const list = all[resource.collection] ?? []
      const context = { slugs, noon, ...settings }
      return [resource.collection, list.map((record) => createBody(resource, record, context))]
    }),
  )
  const rejected = new Set<unknown>()
  const onReject = (record: unknown, reason: string): void => {
    if (!rejected.has(record)) io.stderr.write(`calmock: warning: left out ${reason}\n`)
    rejected.add(record)
  }
  const mock = createMock({ ...settings, data }, inlineSource(), { onReject })
  const accepted = mapLists(data, (list) => list.filter((record) => !rejected.has(record)))
  return { mock, options: { ...settings, data: accepted } }
}

const mapLists = <T>(records: Records, change: (list: readonly Query[]) => T): Record<string, T> =>
  Object.fromEntries(Object.entries(records).map(([name, list]) => [name, change(list)]))

/** Returns the options of a mock of the service: its language, zone, page size, and the preset for the namespace of The Events Calendar. */
function createOptions({ namespace, routes, timezone, headers }: Remote): Options {
  const language = languages.find((code) => code === headers.get('content-language')) ?? 'en'
  // a mock without `timezone` has the zone UTC, but compares days as its events show them
  const isDefault = timezone === 'UTC' && /x-calmock/i.test(headers.get(ALLOWED_HEADERS) ?? '')
  const perPage = Number(routes[`/${namespace}/events`]?.endpoints?.[0]?.args?.per_page?.default)
  return {
    sites: [language],
    namespace,
    empty: true,
    ...(namespace === 'tribe/events/v1' && { preset: 'the-events-calendar' }),
    ...(isTimeZone(`${timezone}`) && !isDefault && { timezone: `${timezone}` }),
    ...(Number.isSafeInteger(perPage) && { perPage }),
  }
}

/** Returns the name of the field with the name of a record: the first that every create must contain. */
export const titleOf = ({ fields }: Resource): string =>
  Object.keys(fields).find((name) => fields[name]?.required) ?? ''

function createBody(
  resource: Resource,
  record: Query,
  context: Options & {
    slugs: Readonly<Record<string, ReadonlyMap<unknown, unknown>>>
    noon: number
  },
): Query {
  const { slugs, noon, sites, preset } = context
  const body: Record<string, unknown> = { language: sites?.[0] }
  const toPlain = (title: unknown = ''): string => (preset ? decodeTitle(`${title}`) : `${title}`)
  const toLink = (target: Resource, { id, name }: Query): unknown =>
    slugs[target.collection]?.get(id) ?? name
  for (const [name, { link, declared }] of Object.entries(resource.fields)) {
    const value: unknown = record[name]
    const target = resources.find((other) => other.name === link)
    if (target && typeof value === 'number') body[name] = slugs[target.collection]?.get(value)
    else if (target) body[name] = [value ?? []].flat().map((one) => toLink(target, Object(one)))
    else if (name === 'image') body.image = Object(value).url
    else if (name === 'cost') body.cost = createCost(value, record.cost_details)
    else if (name === titleOf(resource)) body[name] = toPlain(value)
    else if (name === 'author' || value === record.url)
      continue // an ID; the default website
    else if (noon && /^(start|end)_date$/.test(name))
      body[name] = toRelative(`${value}`, `${record.timezone}`, noon)
    else if (['string', 'number', 'boolean'].includes(typeof value) && value !== '')
      body[name] = declared.type === 'string' ? `${value}` : value
  }
  if (typeof record.slug === 'string') body.slug = record.slug
  if (record.all_day === null) body.password = 'unknown' // a list hides what it protects
  return body
}

/** Replaces the entities that the preset adds to titles. */
const decodeTitle = (title: string): string =>
  title
    .replace(/&#821([12]);/g, (_, kind) => '-'.repeat(kind))
    .replace(/&#(\d{1,5});/g, (_, code) => String.fromCodePoint(code))

/** Returns a cost with the same details: a shown cost lacks the currency of what is free. */
function createCost(cost: unknown, details: unknown): unknown {
  const { values, currency_symbol: symbol, currency_position: position } = Object(details)
  if (!symbol || !Array.isArray(values)) return cost
  const written = /\d,\d/.test(`${cost}`)
    ? values.map((value) => `${value}`.replace('.', ','))
    : values
  return written
    .map((value) => (position === 'prefix' ? symbol + value : value + symbol))
    .join(', ')
}

/** Returns a wall time as `+3 days 19:30:00`. */
function toRelative(wall: string, timezone: string, noon: number): string {
  const today = floorToDay(toWall(noon, isTimeZone(timezone) ? timezone : 'UTC'))
  const days = (floorToDay(parseDateTime(wall)) - today) / DAY
  return `${days < 0 ? '' : '+'}${days} days ${wall.slice(11)}`
}
