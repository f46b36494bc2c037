import type { Context, Settings } from '../../contract/context.ts'
import { createNote, type Note } from '../../contract/note.ts'
import { findNearestName } from '../../contract/option-error.ts'
import { type Params, quote } from '../../contract/params/param.ts'
import { parseWholeNumber, splitList } from '../../contract/params/values.ts'
import { mayRead } from '../../contract/post-status.ts'
import { listTotalHeaders, type Preset } from '../../contract/presets.ts'
import { Problem } from '../../contract/problem.ts'
import type { Resource, Row } from '../../contract/resource.ts'
import { type Endpoint, isWrite, type Operation } from '../../contract/route.ts'
import { languages, type Site } from '../../contract/site.ts'
import { decodeEscapes, readSentSlug } from '../../contract/slug.ts'
import { findMeantName, formatIgnored } from '../../contract/synonyms.ts'
import type { RecordOperation } from '../actions.ts'
import type { MockRequest } from '../http-message.ts'
import type { BodyValues, RawValues } from '../read-body.ts'
import type { ResponseFormat } from '../to-response.ts'
import { noteOtherKind } from './explain-result.ts'

/** A request with its values, before they are read. */
interface SentValues {
  readonly operation: Operation
  readonly query: RawValues
  readonly body: BodyValues
  /** The method and the path, as `calmock routes` prints them. */
  readonly route: string
  readonly request: MockRequest
  readonly settings: Settings
}

/** The records that links may mean. */
interface LinkSubject {
  readonly context: Context
  readonly resources: readonly Resource[]
}

/** The response header with the codes of notes. */
const NOTES_HEADER = 'X-Calmock-Notes'

const EXPOSED = 'Access-Control-Expose-Headers'

/** The maximum of notes about one request, so that they fit into a header. */
const MAX_NOTES = 12

/** The notes about one request. A note about the same code and parameter is added once, since a request can be handled again. */
export class RequestNotes {
  readonly #notes = new Map<string, Note>()

  add = (note: Note | undefined): void => {
    if (!note) return
    const key = `${note.code} ${note.parameter ?? ''}`
    if (this.#notes.size < MAX_NOTES && !this.#notes.has(key)) this.#notes.set(key, note)
  }

  /** All notes, the warnings first. */
  get all(): readonly Note[] {
    const notes = [...this.#notes.values()]
    return [...notes.filter(isWarning), ...notes.filter((note) => !isWarning(note))]
  }

  private get warnings(): readonly Note[] {
    return [...this.#notes.values()].filter(isWarning)
  }

  /** Returns headers with the codes of the notes, or with `isFull` the notes as JSON. Without notes, the headers are unchanged. */
  addHeader(headers: Readonly<Record<string, string>>, isFull: boolean): typeof headers {
    const { all } = this
    if (all.length === 0) return headers
    const codes = [...new Set(all.map(({ code }) => code))]
    const exposed = headers[EXPOSED]
    return {
      ...headers,
      ...(exposed !== undefined && { [EXPOSED]: `${exposed}, ${NOTES_HEADER}` }),
      [NOTES_HEADER]: isFull ? toAsciiJson(all) : codes.join(', '),
    }
  }

  /** Throws `Problem` if there are warnings. Its reasons are the messages of the notes, by parameter. */
  rejectWarnings(): void {
    const { warnings } = this
    if (warnings.length === 0) return
    const errors = Object.fromEntries(
      warnings.map(({ parameter = '', message }) => [
        parameter,
        { key: 'strictReason', values: { reason: endSentence(message) } } as const,
      ]),
    )
    throw new Problem('calmock_strict', { errors, data: { notes: warnings } })
  }

  /** Adds the notes about names that the operation does not have, about names that were sent repeatedly, and about hidden totals. */
  parameters(sent: SentValues): void {
    const { operation, query, body } = sent
    const writes = isWrite(operation)
    const itemParams = 'resource' in operation && operation.by && operation.resource.itemParams
    const accepted = [operation.params, operation.args, itemParams || {}]
    const inBody = writes ? [...accepted, operation.bodyParams] : accepted
    if (operation.action === 'list') this.add(noteHiddenTotals(sent))
    this.#addAll(noteNames(query, accepted, sent))
    this.#addAll(noteRepeated(sent))
    if (writes) this.#addAll((body.files ?? []).map(noteFile))
    const unread = writes && noteUnreadBody(sent)
    this.#addAll(unread ? [unread] : noteNames(body, inBody, sent))
  }

  /** Adds the notes about parameters that a calendar or a feed does not have. */
  ignored({ query, path }: Pick<MockRequest, 'query' | 'path'>, accepted: readonly string[]): void {
    const names = new Set(new URLSearchParams(query).keys())
    const unknown = [...names].filter((name) => !accepted.includes(name)).slice(0, MAX_UNKNOWN)
    this.#addAll(unknown.map((name) => noteUnknown(name, accepted, `GET ${path.slice(0, 80)}`)))
  }

  /** Adds the notes about names in `_fields` that the response does not have. */
  fields(format: Pick<ResponseFormat, 'fields' | 'preset'>, operation: Operation): void {
    const { fields, preset } = format
    if (!fields || !('resource' in operation)) return
    this.add(noteListFields(fields, preset, operation))
    this.add(noteUnknownFields(fields, operation))
  }

  /** Adds the note about a requested language that the site does not offer. */
  language(requested: unknown, { accepts, language }: Site): void {
    if (typeof requested !== 'string' || accepts.includes(requested)) return
    const word = requested.toLowerCase()
    const nearest =
      accepts.find((code) => code === word) ??
      accepts.find((code) => code.split('-')[0] === word.split(/[-_]/)[0])
    const advice = nearest ? `; did you mean ${quote(nearest)}?` : ''
    const message = `the site ${language} offers ${accepts.join(', ')}, not ${quote(requested)}${advice}`
    this.add(createNote('language-not-offered', message, 'i18n_language'))
  }

  /** Adds the note about a path that begins with the code of a language without a site. */
  unknownSite(path: string, sites: readonly Site[]): void {
    const codes = sites.map(({ language }) => language)
    const segments = path.split('/')
    const missing = languages.find((code) => segments.includes(code) && !codes.includes(code))
    if (missing === undefined) return
    const option = [...codes, missing].join(',')
    const message = `the mock has the sites ${codes.join(', ')}; --sites ${option} adds ${missing}`
    this.add(createNote('language-not-offered', message, 'sites'))
  }

  /** Adds the notes about invalid links: IDs of records of another kind, and slugs in place of IDs. */
  invalidLinks({ init: { errors = {} } }: Problem, params: Params, subject: LinkSubject): void {
    const { context, resources } = subject
    const { notes, repository } = context
    for (const name of Object.keys(errors)) {
      const link = params[name]?.link
      if (!notes || link === undefined) continue
      for (const item of splitList(notes.sent(name)).slice(0, MAX_ITEMS)) {
        const id = parseWholeNumber(item)
        if (id !== undefined && repository.get(link, id)) continue
        this.add(
          id === undefined
            ? noteSimilar(item, { link, name }, context)
            : noteOtherKind(id, { resource: { name: link }, resources, context }, name),
        )
      }
    }
  }

  /** Adds the note about a path below the namespace without an endpoint, if an endpoint is similar. */
  route(path: string, endpoints: readonly Endpoint[]): void {
    const suggested = suggestRoute(path, endpoints)
    if (suggested === undefined) return
    const message = `${quote(path.slice(0, 80))} does not exist; did you mean ${quote(suggested)}?`
    this.add(createNote('unknown-route', message))
  }

  #addAll(notes: readonly (Note | undefined)[]): void {
    for (const note of notes) this.add(note)
  }
}

/** Returns JSON whose letters outside ASCII are escaped, since a header cannot contain them. */
const toAsciiJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[^ -~]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Returns a message with a full stop, unless it is a question. */
const endSentence = (message: string): string => (message.endsWith('?') ? message : `${message}.`)

const isWarning = ({ level }: Note): boolean => level === 'warning'

const noteFile = (name: string): Note =>
  createNote('file-ignored', `the file in ${quote(name)} is ignored; send a URL`, name.slice(0, 80))

/** Parameters that WordPress accepts on every route. */
const frameworkNames = ['_fields', '_embed', '_envelope', '_method', '_jsonp', '_locale', '_pretty']
const allowedNames = [...frameworkNames, '_wpnonce', 'rest_route', 'context']

/** Names that clients add to a URL so that no cache answers it. */
const CACHE_BUSTER = /^(_.*|cb|ts|t|v|ver|rnd|rand(om)?|time(stamp)?|no-?cache|cache-?bust(er)?)$/i

/** The maximum of unknown names that are explained. A body can have a hundred thousand. */
const MAX_UNKNOWN = 50

function noteNames(
  values: RawValues,
  accepted: readonly Params[],
  sent: SentValues,
): readonly (Note | undefined)[] {
  const isAccepted = (name: string): boolean =>
    accepted.some((params) => Object.hasOwn(params, name)) || allowedNames.includes(name)
  const unknown = values
    .names()
    .filter((name) => !isAccepted(name))
    .slice(0, MAX_UNKNOWN)
  if (unknown.length === 0) return []
  const readOnly = values === sent.body ? listReadOnlyFields(unknown, sent.operation) : []
  const names = [...new Set(accepted.flatMap(Object.keys))]
  const others = unknown.filter((name) => !readOnly.includes(name))
  return [
    noteReadOnlyFields(readOnly, sent.route),
    ...others.map((name) => noteUnknown(name, names, sent.route)),
  ]
}

/** Returns the note about an unknown name, or undefined if it is meant for a cache. */
function noteUnknown(name: string, accepted: readonly string[], route: string): Note | undefined {
  const names = name.startsWith('_') ? frameworkNames : accepted
  if (CACHE_BUSTER.test(name) && !findMeantName(name, names)) return undefined
  return createNote('unknown-parameter', formatIgnored(route, name, names), name.slice(0, 80))
}

const noteRepeated = ({ query, operation: { params }, settings }: SentValues): readonly Note[] =>
  query.names().flatMap((name) => {
    const values = query.all(name)
    if (!values || !Object.hasOwn(params, name)) return []
    const { list } = params[name] ?? {}
    const last = `the last value ${quote(query.get(name))}`
    const isMerged = list && !settings.preset.followsService
    const use = isMerged ? `all values are used, but the service uses ${last}` : `${last} is used`
    const advice = list ? `; ${name}=1,2 and ${name}[]=1&${name}[]=2 are lists` : ''
    const message = `${name} was sent ${values.length} times; ${use}${advice}`
    return [createNote('repeated-parameter', message, name)]
  })

/** Returns the note about a body without a field: of a type that is not read, or JSON as a form, whose only name is then the JSON itself. */
function noteUnreadBody({ body, route, request }: SentValues): Note | undefined {
  const advice = 'send the header Content-Type: application/json'
  if (body.problem?.code === 'rest_unsupported_media_type' && !body.isEncoded) {
    const type = quote(request.header('content-type'))
    const message = `${route} read no field: the type of the body is ${type}; for JSON, ${advice}`
    return createNote('body-not-read', message, 'Content-Type')
  }
  const isJson = body.names().some((name) => /^\s*\{\s*"/.test(name))
  if (!isJson) return undefined
  const message = `${route} read the body as a form, but it is JSON, so no field was read; ${advice}`
  return createNote('json-as-form', message, 'Content-Type')
}

const MAX_NAMES = 8

/** Returns the names of fields that only responses have. */
function listReadOnlyFields(names: readonly string[], operation: Operation): readonly string[] {
  const properties =
    'resource' in operation && isWrite(operation) && operation.resource.schema.properties
  return names.filter((name) => Object.hasOwn(Object(properties), name))
}

function noteReadOnlyFields(names: readonly string[], route: string): Note | undefined {
  if (names.length === 0) return undefined
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  const list = names.slice(0, MAX_NAMES).join(', ') + more
  const message = `${route} ignores fields that only responses have: ${list}`
  return createNote('read-only-field', message, names.length === 1 ? names[0] : undefined)
}

/** Properties that any response of WordPress can have. */
const frameworkProperties = ['_links', '_embedded']

function noteUnknownFields(
  fields: readonly string[],
  { resource, action }: RecordOperation,
): Note | undefined {
  const known = listProperties(resource, action === 'list')
  const unknown = fields.filter((field) => !isKnown(field, known))
  const [first] = unknown
  if (first === undefined) return undefined
  const nearest =
    [...known].find((name) => name.endsWith(`.${first}`)) ?? findNearestName(first, [...known])
  const advice = nearest ? `; did you mean ${quote(nearest)}?` : ''
  const message = `_fields names ${quote(unknown.join(','))}, which the response does not have${advice}`
  return createNote('unknown-field', message, '_fields')
}

/** Returns the note about names in `_fields` below a list, which the service cannot read (24.5). */
function noteListFields(
  fields: readonly string[],
  { followsService }: Preset,
  { action, resource }: RecordOperation,
): Note | undefined {
  const isList = (name: string): boolean =>
    action === 'list'
      ? name === resource.collection
      : Object(resource.schema.properties)[name]?.type === 'array'
  const names = fields.filter((field) => field.includes('.') && isList(field.split('.')[0] ?? ''))
  if (names.length === 0) return undefined
  const shown = quote(names.join(','))
  const message = followsService
    ? `${shown} selects nothing in a list, as in the service; leave out what follows the point`
    : `the service returns an empty list for ${shown}, because _fields selects nothing in its lists`
  return createNote('fields-in-list', message, '_fields')
}

/** Returns the note about totals in headers, which browsers hide from pages of other origins. */
function noteHiddenTotals({ request, settings: { preset } }: SentValues): Note | undefined {
  const sender = request.header('origin')
  const hidden = listTotalHeaders(preset).filter((name) => !preset.exposedHeaders.includes(name))
  if (sender === undefined || sender === request.origin || hidden.length === 0) return undefined
  const message = `pages of ${sender} cannot read ${hidden.join(' and ')}, as in the service; read total and total_pages of the body`
  return createNote('totals-hidden', message)
}

/** Returns the names of the properties of a response. The names in a list begin with its collection: `events.title`. */
function listProperties(resource: Resource, isList: boolean): ReadonlySet<string> {
  const properties = [...Object.keys(Object(resource.schema.properties)), ...frameworkProperties]
  if (!isList) return new Set(properties)
  const links = { rest_url: '', next_rest_url: '', previous_rest_url: '' }
  const list = resource.presentList({ items: [], total: 0, pages: 0, links })
  const items = properties.map((name) => `${resource.collection}.${name}`)
  return new Set([...Object.keys(list), ...frameworkProperties, ...items])
}

/** Returns whether a dotted name is known. Names below the properties of a record are not checked. */
function isKnown(field: string, known: ReadonlySet<string>): boolean {
  const [first = '', second] = field.split('.')
  return known.has(first)
    ? second === undefined || !hasItems(first, known) || known.has(`${first}.${second}`)
    : false
}

const hasItems = (name: string, known: ReadonlySet<string>): boolean =>
  [...known].some((other) => other.startsWith(`${name}.`))

/** The maximum of values that are explained, and of records that are compared with a value. */
const MAX_ITEMS = 20
const MAX_COMPARED = 200

/** Returns the note about the record whose slug is the value or similar to it, or undefined. */
function noteSimilar(
  item: unknown,
  { link, name }: { readonly link: string; readonly name: string },
  context: Context,
): Note | undefined {
  const { repository, language } = context
  if (typeof item !== 'string' || item === '' || item.length > 80) return undefined
  const slug = readSentSlug(item, language)
  const findNearest = (): Row | undefined => {
    const rows = repository
      .all(link, language)
      .filter((row) => mayRead(row, context))
      .slice(0, MAX_COMPARED)
    const nearest = findNearestName(
      slug,
      rows.map((row) => row.slug),
    )
    return rows.find((row) => row.slug === nearest)
  }
  const own = repository.bySlug(link, slug, language)
  const row = own && mayRead(own, context) ? own : findNearest()
  if (!row) return undefined
  const message = `${quote(item)} is not an ID; the ${link} ${row.id} has the slug ${quote(decodeEscapes(row.slug))}`
  return createNote('similar-record', message, name)
}

/** Returns the path with a similar collection in place of an unknown collection, or with the slug where the route needs it. */
function suggestRoute(path: string, endpoints: readonly Endpoint[]): string | undefined {
  const [collection = '', item, ...rest] = path.replace(/^\/|\/$/g, '').split('/')
  const paths = endpoints.map((endpoint) => endpoint.path)
  const names = paths.filter((name) => /^\/\w+$/.test(name)).map((name) => name.slice(1))
  const meant = findNearestName(collection, names)
  if (meant === undefined || rest.length > 1) return undefined
  const [first, ...others] = [item, ...rest].filter((segment) => segment !== undefined)
  if (first === undefined || others.length > 0 || /^\d+$/.test(first)) {
    const suggested = ['', meant, first, ...others].filter((part) => part !== undefined).join('/')
    return meant === collection ? undefined : suggested
  }
  return paths.includes(`/${meant}/by-slug/{slug}`)
    ? `/${meant}/by-slug/${first}`
    : `/${meant}?slug=${first}`
}
