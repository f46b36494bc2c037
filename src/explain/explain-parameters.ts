import { findNearestName } from '../contract/nearest-name.ts'
import { createNote, type Note } from '../contract/note.ts'
import { type Params, quote } from '../contract/params/param.ts'
import type { Operation } from '../contract/route.ts'
import { synonyms } from '../contract/synonyms.ts'
import type { BodyValues, RawValues } from '../engine/read-body.ts'
import type { RequestNotes } from './request-notes.ts'

/** A request with its values, before they are read. */
export interface SentValues {
  readonly operation: Operation
  readonly query: RawValues
  readonly body: BodyValues
  /** The method and the path, as `calmock routes` prints them. */
  readonly route: string
  readonly notes: RequestNotes
}

/** Adds the notes about names that the operation does not have, and about names that were sent repeatedly. */
export function explainParameters(sent: SentValues): void {
  const { operation, query, body, notes } = sent
  const isWrite = operation.action === 'create' || operation.action === 'update'
  const itemParams = 'resource' in operation && operation.by && operation.resource.itemParams
  const accepted = [operation.params, operation.args, itemParams || {}]
  explainNames(query, accepted, sent)
  explainRepeated(query, operation.params, notes)
  for (const name of isWrite ? (body.files ?? []) : [])
    notes.add(
      createNote(
        'file-ignored',
        `the file in ${quote(name)} is ignored; send a URL`,
        name.slice(0, 80),
      ),
    )
  if (isWrite && explainJsonAsForm(sent)) return
  explainNames(body, isWrite ? [...accepted, operation.bodyParams] : accepted, sent)
}

/** Parameters that WordPress accepts on every route. */
const frameworkNames = ['_fields', '_embed', '_envelope', '_method', '_jsonp', '_locale', '_pretty']
const allowedNames = [...frameworkNames, '_wpnonce', 'rest_route', 'context']

/** Names that clients add to a URL so that no cache answers it. */
const CACHE_BUSTER = /^(_.*|cb|ts|t|v|ver|rnd|rand(om)?|time(stamp)?|no-?cache|cache-?bust(er)?)$/i

/** The maximum of unknown names that are explained. A body can have a hundred thousand. */
const MAX_UNKNOWN = 50

function explainNames(values: RawValues, accepted: readonly Params[], sent: SentValues): void {
  const isAccepted = (name: string): boolean =>
    accepted.some((params) => Object.hasOwn(params, name)) || allowedNames.includes(name)
  const unknown = values
    .names()
    .filter((name) => !isAccepted(name))
    .slice(0, MAX_UNKNOWN)
  if (unknown.length === 0) return
  const readOnly = values === sent.body ? explainReadOnlyFields(unknown, sent) : []
  const names = [...new Set(accepted.flatMap(Object.keys))]
  for (const name of unknown.filter((name) => !readOnly.includes(name))) {
    const note = noteUnknown(name, names, sent.route)
    if (note) sent.notes.add(note)
  }
}

/** Returns the note about an unknown name, or undefined if it is meant for a cache. */
function noteUnknown(name: string, accepted: readonly string[], route: string): Note | undefined {
  const nearest = findMeant(name, accepted)
  if (CACHE_BUSTER.test(name) && !nearest) return undefined
  const advice = nearest ? `did you mean "${nearest}"?` : `accepted: ${accepted.join(', ')}`
  const shown = quote(name)
  return createNote('unknown-parameter', `${route} ignores ${shown}; ${advice}`, name.slice(0, 80))
}

/** Returns the accepted name that a client most likely means: a known synonym, or else a similar name. */
function findMeant(name: string, accepted: readonly string[]): string | undefined {
  const known = Object.hasOwn(synonyms, name) ? synonyms[name] : undefined
  const synonym = known?.find((candidate) => accepted.includes(candidate))
  if (synonym) return synonym
  return findNearestName(name, name.startsWith('_') ? frameworkNames : accepted)
}

function explainRepeated(query: RawValues, params: Params, notes: RequestNotes): void {
  for (const name of query.names()) {
    const values = query.all(name)
    if (!values || !Object.hasOwn(params, name) || params[name]?.list) continue
    const message = `${name} was sent ${values.length} times; the last value ${quote(query.get(name))} is used`
    notes.add(createNote('repeated-parameter', message, name))
  }
}

/** Adds the note about JSON that was sent as a form, whose only name is then the JSON itself. */
function explainJsonAsForm({ body, route, notes }: SentValues): boolean {
  const isJson = body.names().some((name) => /^\s*\{\s*"/.test(name))
  if (!isJson) return false
  const advice = 'send the header Content-Type: application/json'
  const message = `${route} read the body as a form, but it is JSON, so no field was read; ${advice}`
  notes.add(createNote('json-as-form', message, 'Content-Type'))
  return true
}

/** The maximum of names in a message. */
const MAX_NAMES = 8

/** Adds the note about fields that only responses have, and returns them. */
function explainReadOnlyFields(
  unknown: readonly string[],
  { operation, route, notes }: SentValues,
): readonly string[] {
  const isWrite = operation.action === 'create' || operation.action === 'update'
  const properties = 'resource' in operation && isWrite && operation.resource.schema.properties
  const names = unknown.filter((name) => Object.hasOwn(Object(properties), name))
  if (names.length === 0) return names
  const more = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''
  const list = names.slice(0, MAX_NAMES).join(', ') + more
  const message = `${route} ignores fields that only responses have: ${list}`
  notes.add(createNote('read-only-field', message, names.length === 1 ? names[0] : undefined))
  return names
}
