import { resources } from '../../../src/contract/resources/index.ts'
import { formatTable } from '../../format-table.ts'
import {
  type DocumentOperation,
  type DocumentRoute,
  findSchema,
  listDocumentRoutes,
  readPropertyTypes,
  type SchemaObject,
} from './api-document.ts'
import { capitalize, formatCode, formatMarkdown } from './cells.ts'

/** The tables of each resource: `eventsRoutes`, `eventsParameters`, `eventsBody` and `eventsFields`. */
export const resourceTables: Readonly<Record<string, () => string>> = Object.fromEntries(
  resources.flatMap(({ name, collection }) => [
    [`${collection}Routes`, () => formatRoutes(collection)],
    [`${collection}Parameters`, () => formatParameters(collection)],
    [`${collection}Body`, () => formatFields(`${capitalize(name)}Fields`, 'Field of the body')],
    [`${collection}Fields`, () => formatFields(capitalize(name), 'Field of the record')],
  ]),
)

export const formatRoutes = (tag: string): string =>
  formatTable(
    ['Route', 'Effect and statuses'],
    listDocumentRoutes(tag).map((route) => [
      formatRoute(route),
      `${route.operation.summary}<br>${listStatuses(route.operation)}`,
    ]),
  )

const formatRoute = ({ methods, path }: DocumentRoute): string =>
  `${methods.map(formatCode).join(' ')}<br>${formatCode(path)}`

/** Returns the status of the success, then the statuses of errors. */
function listStatuses({ responses }: DocumentOperation): string {
  const [success = '', ...errors] = Object.keys(responses)
  return `${success}; errors: ${errors.join(', ')}`
}

function formatParameters(collection: string): string {
  const list = listDocumentRoutes(collection).find(
    ({ path, methods }) => path === `/${collection}` && methods.includes('GET'),
  )
  const resource = resources.find((resource) => resource.collection === collection)
  const types = readPropertyTypes(`${capitalize(resource?.name ?? '')}ListQuery`)
  const rows = list?.operation.parameters.map(({ name, schema, description }) => [
    formatNameAndType(name, types.get(name), { ...schema, description }),
    [formatDescription(description), describeValues(schema, description)].filter(Boolean).join(' '),
  ])
  return formatTable(['Parameter', 'Meaning'], rows ?? [])
}

/** Returns a table of the properties of an object, with marks for what a body requires and what a response may lack. */
export const formatFields = (schemaName: string, head: string): string =>
  formatTable([head, 'Meaning'], listFields(schemaName))

/** The objects in records that are not records themselves. */
const parts = ['Term', 'TermUrls', 'TermLinks', 'DateDetails', 'CostDetails', 'Image', 'ImageSize']

export const formatParts = (): string =>
  formatTable(
    ['Field', 'Meaning'],
    parts.flatMap((name) => listFields(name, `${name}.`)),
  )

function listFields(schemaName: string, prefix = ''): readonly (readonly string[])[] {
  const { properties = {}, required = [] } = findSchema(schemaName)
  const isBody = schemaName.endsWith('Fields')
  const types = readPropertyTypes(schemaName)
  return Object.entries(properties).map(([name, schema]) => [
    formatNameAndType(prefix + name, types.get(name), schema),
    [
      isBody && required.includes(name) && '**Required.**',
      !isBody && !required.includes(name) && !isAbsenceTold(schema) && 'May be absent.',
      formatDescription(schema.description),
    ]
      .filter(Boolean)
      .join(' '),
  ])
}

/** Returns whether the description says when a field is absent. */
const isAbsenceTold = ({ description = '' }: SchemaObject): boolean =>
  /Absent on|Only in responses/.test(description)

/** Returns a name above its type. Two columns fit a phone, and three do not. Values that the description lists are not repeated. */
function formatNameAndType(name: string, type = '', schema: SchemaObject): string {
  const isListed = (values: readonly unknown[] = []): boolean =>
    values.length > 0 && values.every((value) => schema.description?.includes(String(value)))
  const shown = isListed(schema.enum) ? 'string' : isListed(schema.items?.enum) ? 'string[]' : type
  return `${formatCode(name)}<br>${formatCode(shown)}`
}

/** Returns the default and the range, unless the description has them. */
function describeValues(schema: SchemaObject, description = ''): string {
  const { default: value, minimum } = schema
  const from = minimum === 1 ? 'From 1.' : ''
  const isTold = value === undefined || description.includes('Default:')
  return [from, isTold ? '' : `Default: ${formatCode(String(value))}.`].filter(Boolean).join(' ')
}

/** Returns a description whose sentences about true and false stand out. */
const formatDescription = (description = ''): string =>
  formatMarkdown(description).replace(/\b(true|false): /g, '`$1`: ')
