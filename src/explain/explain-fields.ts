import { findNearestName } from '../contract/nearest-name.ts'
import { createNote } from '../contract/note.ts'
import { quote } from '../contract/params/param.ts'
import type { Resource } from '../contract/resource.ts'
import type { Operation } from '../contract/route.ts'
import type { RequestNotes } from './request-notes.ts'

/** Properties that any response of WordPress can have. */
const frameworkProperties = ['_links', '_embedded']

/** Adds the notes about names in `_fields` that the response does not have. */
export function explainFields(
  fields: readonly string[] | undefined,
  operation: Operation,
  notes: RequestNotes,
): void {
  if (!fields || !('resource' in operation)) return
  const known = listProperties(operation.resource, operation.action === 'list')
  const unknown = fields.filter((field) => !isKnown(field, known))
  const [first] = unknown
  if (first === undefined) return
  const nearest =
    [...known].find((name) => name.endsWith(`.${first}`)) ?? findNearestName(first, [...known])
  const advice = nearest ? `; did you mean ${quote(nearest)}?` : ''
  const message = `_fields names ${quote(unknown.join(','))}, which the response does not have${advice}`
  notes.add(createNote('unknown-field', message, '_fields'))
}

/** Returns the names of the properties of a response. The ones of a list begin with its collection: `events.title`. */
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
