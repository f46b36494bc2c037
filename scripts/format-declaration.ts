/** The parts of a JSON Schema that determine a type. */
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
 * Formats a schema as an exported TypeScript type, in the style of this project's sources. A schema
 * with properties becomes an interface. `comment` contains the lines of its comment.
 */
export function formatDeclaration(name: string, schema: SchemaObject, comment: readonly string[]) {
  const head = schema.properties ? `export interface ${name} ` : `export type ${name} = `
  return formatComment(comment, '') + head + formatType(schema, '')
}

/** Returns the name of the schema that a reference points to. */
export const referencedName = (schema: SchemaObject | undefined): string | undefined =>
  schema?.$ref?.split('/').at(-1)

/** Formats the type of a value. `indent` is the indentation of the line that it begins on. */
export function formatType(schema: SchemaObject, indent: string): string {
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

/** Returns the members of a union type, or undefined if the schema is not a union. */
function formatUnion(schema: SchemaObject, indent: string): readonly string[] | undefined {
  const { type } = schema
  const parts =
    schema.anyOf ??
    schema.enum?.map((value) => ({ const: value })) ??
    (typeof type === 'object' ? type.map((name) => ({ ...schema, type: name })) : undefined)
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

const MAX_LINE_CHARACTERS = 100

/** Formats a property on one line. A union that is too long gets one line per member. */
function formatProperty(head: string, schema: SchemaObject, indent: string): string {
  const line = `${head} ${formatType(schema, indent)}`
  const union = formatUnion(schema, `${indent}  `)
  if (!union || line.includes('\n') || line.length <= MAX_LINE_CHARACTERS) return line
  return [head, ...union.map((type) => `${indent}  | ${type}`)].join('\n')
}

/** TypeScript types by JSON type. A map, because the document provides the keys. */
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

/** Formats a comment. Escapes the text `*\/`, which would end it. */
function formatComment(texts: readonly string[], indent: string): string {
  const lines = texts.flatMap((text) => text.replaceAll('*/', '*\\/').split('\n'))
  if (lines.length === 0) return ''
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`
  return `${[`${indent}/**`, ...lines.map((line) => `${indent} * ${line}`), `${indent} */`].join('\n')}\n`
}
