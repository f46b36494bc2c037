import { Command } from 'commander'
import type { Query } from '../contract/context.ts'
import { terminalControls } from '../contract/format-message.ts'
import { resources } from '../contract/resources/index.ts'
import { handleWebRequest } from '../intercept/fetch/web-adapter.ts'
import { type Hide, hideCredentials } from './hide-credentials.ts'
import { createMockOf, type Records, readRecords, titleOf } from './import.ts'
import { Failure, formatJson, type Io, Unreachable, UsageError } from './io.ts'
import { type Answer, openRemote, type Remote, request, type Send } from './remote.ts'

/** Creates `calmock compare`, which compares a running service with a mock that has its records. */
export function compareCommand(io: Io, version: string): Command {
  return new Command('compare')
    .description('compare the answers of a running service with a mock of its records')
    .argument('<url>', 'address of a site or of its REST root')
    .option('--json', 'print JSON, not Markdown')
    .option('--write <url>', 'also create, update and delete drafts; repeat the address to confirm')
    .allowExcessArguments(false)
    .action((url: string, { json, write }: { json?: true; write?: string }) =>
      hideCredentials(io, async (io, hide) => {
        if (write !== undefined && write !== url)
          throw new UsageError(`--write must repeat the address: --write ${url}`)
        const remote = await openRemote(url, version, io)
        const report = hide(await compare(remote, { writes: write !== undefined, io, hide }))
        io.stdout.write(json ? `${formatJson(report, 2)}\n` : format(report))
        const different = Object.entries(report.routes).filter(([, row]) => row.equal < row.answers)
        if (different.length > 0)
          throw new Failure(`different: ${different.map(([route]) => route).join(', ')}`)
      }),
    )
}

/** A request to the service and to the mock: the same, but for the IDs and slugs of records. */
type Asked = Readonly<Record<'route' | 'there' | 'here', string>>

/** A value of the service and of the mock at the same place. */
type Difference = Readonly<Record<'place' | 'service' | 'mock', string>>

type RouteReport = {
  answers: number
  equal: number
  readonly differences: Record<string, Difference & { answers: number; example: string }>
}

const LOGIN = 'calmock:calmock'
const MOCK_ORIGIN = 'http://calmock.invalid'
/** The most requests of `compareWrites`. */
const MAX_WRITES = 12

/** Returns the report. It has for each route the answers, and for each place the answers that differ there, with an example. */
async function compare(
  remote: Remote,
  { writes, io, hide }: { writes: boolean; io: Io; hide: Hide },
) {
  const { send, now, url, isSignedIn } = remote
  const { headers } = await send('/events?per_page=1')
  const isOpen = !isSignedIn && /POST/.test(headers.get('allow') ?? '') // a mock without users
  const statuses = isOpen ? ['publish', 'future', 'private'] : undefined // filters know linked ones
  const there = await readRecords(send, statuses)
  const users = isOpen ? {} : { auth: LOGIN }
  const { mock, options } = createMockOf(remote, there, { io, now, ...users })
  const base = `${MOCK_ORIGIN}${mock.sites[0]?.root}/${mock.settings.namespace}`
  const sent = { headers: { ...(isSignedIn && { authorization: `Basic ${btoa(LOGIN)}` }) } }
  const ask: Send = (path, init) =>
    request((one) => handleWebRequest(one, mock), base + path, { ...init, ...sent })
  const toComparable = (text: string): string =>
    [new URL(url).origin, MOCK_ORIGIN].some((own) => text.startsWith(own)) ? '<url>' : hide(text)
  const routes: Record<string, RouteReport> = {}
  const run = async (method: string, asked: Asked, body?: Query) => {
    const init = { method, ...(body && { body: JSON.stringify(body) }) }
    const answers = [await send(asked.there, init), await ask(asked.here, init)] as const
    const route = `${method} ${asked.route}`
    routes[route] ??= { answers: 0, equal: 0, differences: {} }
    count(routes[route], asked.there, compareAnswers(...answers, toComparable))
    return answers
  }
  const { json: doc } = await ask('/doc')
  const requests = listRequests(doc, pairKeys(there, await readRecords(ask, statuses)))
  const most = remote.countLeft() - (writes ? MAX_WRITES : 0)
  if (most < 0) throw new Unreachable('too many records: no requests are left to write')
  if (io.stderr.isTTY) io.stderr.write(`calmock: ${requests.length} requests, two a second\n`)
  for (const asked of requests.slice(0, most)) await run('GET', asked)
  if (writes) await compareWrites(run, io)
  const about = { url, preset: options.preset ?? 'none', now: now.toISOString() }
  return { ...about, typeOnly, ignored, notAsked: requests.slice(most).length, routes }
}

function count(row: RouteReport, example: string, found: readonly Difference[]): void {
  row.answers++
  if (found.length === 0) row.equal++
  for (const one of found) {
    const same = row.differences[one.place] ?? { ...one, example, answers: 0 }
    row.differences[one.place] = { ...same, answers: same.answers + 1 }
  }
}

/** Maps IDs and slugs of the mock to IDs and slugs of the service. Records match by slug, else by name. */
function pairKeys(there: Records, here: Records): ReadonlyMap<string, string> {
  const pairs = resources.flatMap((resource) => {
    const [list = [], own = []] = [there[resource.collection], here[resource.collection]]
    const names = ['slug', titleOf(resource)]
    const first = list.toReversed() // the first of several with the same name
    const maps = names.map((name) => new Map(first.map((other) => [other[name], other])))
    return own.flatMap((record) => {
      const [bySlug, byTitle] = maps.map((map, n) => map.get(record[names[n] ?? '']))
      const other = bySlug ?? byTitle ?? record
      return ['id', 'slug'].map((key) => [`${record[key]}`, `${other[key]}`] as const)
    })
  })
  return new Map(pairs)
}

/** Returns the read requests that are derived from the document of the mock: lists with each parameter, and single records. */
function listRequests(doc: unknown, keys: ReadonlyMap<string, string>): readonly Asked[] {
  const { '/doc': _, ...paths } = Object(doc).paths
  return Object.entries<Query>(paths).flatMap(([route, operations]) => {
    const { parameters = [] } = Object(operations).get ?? {}
    const ask = (path: string, value: unknown): Asked => {
      const fill = (key: unknown): string => path.replace(/\{\w*\}/, `${key}`)
      return { route, there: fill(keys.get(`${value}`) ?? value), here: fill(value) }
    }
    const key = parameters.find((one: Query) => one.in === 'path')
    if (key) return [key.example ?? 'none', 999_999_999].map((value) => ask(route, value))
    const requests = parameters.flatMap(({ name, example }: Query) => {
      if (name === 'i18n_language') return []
      const valid = /^(geoloc|ticketed)/.test(`${name}`) ? [] : [example] // no data has either
      const pages = /page$/.test(`${name}`) ? [2, 999] : []
      return [...valid, ...pages, 'not-valid'].map((value) => ask(`${route}?${name}={}`, value))
    })
    return [...requests, ask(`${route}?_fields={}`, `${route.slice(1)}.id,total`)]
  })
}

/** Names of values that only need the same type. Terms count events that no list shows. */
const typeOnly =
  'id author date date_utc modified modified_utc global_id term_taxonomy_id parent message image count venue.slug venues.slug organizer.slug organizers.slug'
/** Names of values that are not compared. */
const ignored =
  'json_ld custom_fields _links global_id_lineage details args params meta urls geo_lat geo_lng'

/** The place of the status and the code: `status` is also a value of records. */
const STATUS = 'HTTP status'

/** Compares two answers. Only the first difference at a place counts, whatever the position in a list. */
function compareAnswers(there: Answer, here: Answer, toComparable: (text: string) => string) {
  const [before, after] = [readValues(there, toComparable), readValues(here, toComparable)]
  const found = new Map<string, Difference>()
  for (const path of new Set([...before.keys(), ...after.keys()])) {
    const [service = 'none', mock = 'none'] = [before.get(path), after.get(path)]
    if (service === mock) continue
    const at = path.replace(/\[\d+\]/g, '[]')
    const lists = [...at.matchAll(/\[\]/g)].map(({ index }) => at.slice(0, index + 2))
    if ([at, ...lists].some((known) => found.has(known))) continue
    if (at === STATUS) {
      const kind = there.status === here.status ? 'code' : 'status'
      return [{ place: `${kind} ${service}`, service, mock }]
    }
    const [type, other] = [service, mock].map((json) => json.replace(/^-?\d.*/, '0').slice(0, 1))
    found.set(at, { place: `${type === other ? 'value' : 'shape'} ${at}`, service, mock })
  }
  return [...found.values()]
}

/** Returns the compared values of an answer as JSON, by their paths. A list has its length and the names of its records. */
function readValues({ status, headers, json }: Answer, toComparable: (text: string) => string) {
  const found = new Map([
    [STATUS, `${status} ${toComparable(`${Object(json).code ?? ''}`)}`.trim()],
  ])
  const skipped = new Set(ignored.split(' '))
  const volatile = typeOnly.split(' ').map((name) => `.${name}`)
  const names = resources.map(titleOf)
  const add = (value: unknown, path: string): void => {
    const name = `.${path.replace(/\[\d+\]/g, '')}`
    if (volatile.some((one) => name.endsWith(one))) found.set(path, typeof value)
    else if (Array.isArray(value)) {
      const titles = value.map((item) => names.map((name) => item?.[name]).find(Boolean))
      found.set(`${path}[]`, JSON.stringify([value.length, ...titles.filter(Boolean)]))
      for (const [n, item] of value.entries()) add(item, `${path}[${n}]`)
    } else if (typeof value === 'object' && value !== null) {
      for (const [key, child] of Object.entries(value))
        if (!skipped.has(key)) add(child, path ? `${path}.${key}` : key)
    } else found.set(path, JSON.stringify(typeof value === 'string' ? toComparable(value) : value))
  }
  const totals = [...headers].filter(([name]) => /^x-.*-total(pages)?$/.test(name))
  if (totals.length > 0) found.set('headers', totals.join(' '))
  add(json ?? 'no JSON', '')
  return found
}

/** Creates, updates and deletes drafts. After Ctrl-C it only deletes them. */
async function compareWrites(
  run: (method: string, asked: Asked, body?: Query) => Promise<readonly [Answer, Answer]>,
  io: Io,
): Promise<void> {
  const name = `calmock compare ${new Date().toISOString()}`
  io.stderr.write(`calmock: the drafts are named ${name}\n`)
  const stop = new AbortController()
  void io.untilStopped().then(() => stop.abort(new Unreachable('stopped')))
  const write: typeof run = (...request) => {
    stop.signal.throwIfAborted()
    return run(...request)
  }
  const drafts: (Asked & { readonly isOwn: boolean })[] = []
  const status = 'draft' // also in updates: without a status they may publish
  try {
    for (const resource of resources.filter(({ fields }) => 'status' in fields)) {
      const [route, title] = [`/${resource.collection}`, titleOf(resource)]
      const required = Object.entries(resource.fields).filter(([, field]) => field.required)
      const entries = required.map(([key, { example }]) => [key, example?.(new Date()) ?? name])
      const list = { route, there: route, here: route }
      const [there, here] = await write('POST', list, { ...Object.fromEntries(entries), status })
      const [{ id, [title]: created }, { id: ownId }] = [Object(there.json), Object(here.json)]
      if (!Number.isSafeInteger(id)) continue
      const paths = { there: `${route}/${id}`, here: `${route}/${ownId}` }
      const draft = { route: `${route}/{id}`, ...paths, isOwn: created === name }
      drafts.push(draft)
      for (const text of draft.isOwn ? [`${name} 2`, ''] : [])
        await write('PATCH', draft, { [title]: text, status })
    }
  } finally {
    for (const draft of drafts) {
      const [answer] = draft.isOwn ? await run('DELETE', draft).catch(() => []) : []
      if (answer?.status !== 200) io.stderr.write(`calmock: not deleted: ${draft.there}\n`)
    }
  }
}

/** Returns the report as Markdown, the kinds of differences that break most clients first. */
function format({ routes, ...about }: Awaited<ReturnType<typeof compare>>): string {
  const rows = Object.entries(routes)
  const sum = (name: 'answers' | 'equal') => rows.reduce((total, [, row]) => total + row[name], 0)
  const kinds = ['status', 'code', 'shape', 'value']
  const rank = ({ place }: Difference) => kinds.findIndex((kind) => place.startsWith(kind))
  const lines = rows.flatMap(([route, { answers, equal, differences }]) => [
    `\n## ${route}: ${equal} of ${answers} equal\n`,
    ...Object.values(differences)
      .sort((a, b) => rank(a) - rank(b))
      .map(({ place, answers, example, service, mock }) => {
        const start = `${service}\0`.split('').findIndex((unit, n) => unit !== mock[n]) // long texts may begin alike
        const toCode = (text: string): string =>
          `\`${text.slice(Math.max(0, start - 30), start + 40).replaceAll('`', "'")}\``
        return `- ${answers} × ${place}, as in ${example}: ${toCode(service)}, mock ${toCode(mock)}`
      }),
  ])
  const head = Object.entries(about).map(([name, value]) => `- ${name}: ${value}`)
  const all = [`# ${sum('equal')} of ${sum('answers')} answers are equal\n`, ...head, ...lines, '']
  const clean = (line: string): string => line.replace(terminalControls, ' ')
  return all.flatMap((text) => text.split('\n').map(clean)).join('\n')
}
