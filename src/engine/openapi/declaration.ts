/** A JSON Schema, as far as a type follows from it. */
export interface SchemaObject {
  readonly description?: string
  readonly default?: unknown
  readonly $ref?: string
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly SchemaObject[]
  readonly type?: string | readonly string[]
  readonly items?: SchemaObject
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, SchemaObject>>
  readonly required?: readonly string[]
  readonly additionalProperties?: SchemaObject
}

/**
 * A schema as an exported TypeScript type, formatted as our sources are: an interface where it lists
 * properties. `about` are the lines of its comment.
 */
export function formatDeclaration(name: string, schema: SchemaObject, about: readonly string[]) {
  const head = schema.properties ? `export interface ${name} ` : `export type ${name} = `
  return formatComment(about, '') + head + formatType(schema, '')
}

/** The name that a reference leads to. */
export const referencedName = (schema: SchemaObject | undefined): string | undefined =>
  schema?.$ref?.split('/').at(-1)

/** The type of a value; `indent` is that of the line it begins on. */
function formatType(schema: SchemaObject, indent: string): string {
  const { properties, required = [], additionalProperties, items = {}, maxItems } = schema
  const name = referencedName(schema)
  if (name !== undefined) return name
  if ('const' in schema) return formatLiteral(schema.const)
  const union = formatUnion(schema, indent)
  if (union) return union.join(' | ')
  if (schema.type === 'array') return maxItems === 0 ? '[]' : formatArray(items, indent)
  if (properties) return formatObject(properties, required, indent)
  if (additionalProperties) return `Record<string, ${formatType(additionalProperties, indent)}>`
  return typeNames.get(String(schema.type)) ?? 'unknown'
}

/** The types of which a value has one; undefined where a schema leaves no choice. */
function formatUnion(schema: SchemaObject, indent: string): readonly string[] | undefined {
  const { type } = schema
  const parts =
    schema.anyOf ??
    schema.enum?.map((value) => ({ const: value })) ??
    (typeof type === 'object' ? type.map((one) => ({ ...schema, type: one })) : undefined)
  return parts && [...new Set(parts.map((part) => formatType(part, indent)))]
}

function formatArray(items: SchemaObject, indent: string): string {
  const type = formatType(items, indent)
  return (formatUnion(items, indent)?.length ?? 0) > 1 ? `(${type})[]` : `${type}[]`
}

function formatObject(
  properties: Readonly<Record<string, SchemaObject>>,
  required: readonly string[],
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(([name, schema]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : formatLiteral(name)
    const head = `${inner}${key}${required.includes(name) ? '' : '?'}:`
    return formatSchemaComment(schema, inner) + formatProperty(head, schema, inner)
  })
  return lines.length === 0 ? '{}' : `{\n${lines.join('\n')}\n${indent}}`
}

const WIDTH = 100

/** One line, or one for each member of a union that is too long for that. */
function formatProperty(head: string, schema: SchemaObject, indent: string): string {
  const line = `${head} ${formatType(schema, indent)}`
  const union = formatUnion(schema, `${indent}  `)
  if (!union || line.includes('\n') || line.length <= WIDTH) return line
  return [head, ...union.map((type) => `${indent}  | ${type}`)].join('\n')
}

/** Names of types; a map, as they come from a document. */
const typeNames: ReadonlyMap<string, string> = new Map([
  ['string', 'string'],
  ['integer', 'number'],
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['null', 'null'],
  ['object', 'Record<string, unknown>'],
])

function formatLiteral(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value)
  const text = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"')
  return text.includes("'") ? JSON.stringify(value) : `'${text}'`
}

const formatSchemaComment = (schema: SchemaObject, indent: string): string =>
  formatComment(
    [
      ...(schema.description === undefined ? [] : [schema.description]),
      ...(schema.default === undefined ? [] : [`@default ${JSON.stringify(schema.default)}`]),
    ],
    indent,
  )

/** A comment of these lines, which cannot end it early. */
function formatComment(about: readonly string[], indent: string): string {
  const lines = about.flatMap((line) => line.replaceAll('*/', '*\\/').split('\n'))
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${[`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n')}\n`
}
