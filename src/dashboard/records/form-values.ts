import type { FieldSchema } from '../openapi.ts'
import { toPlainText } from '../text.ts'
import type { AnyRecord } from './collections.ts'

/** The texts in the fields of a form, by name. A checkbox has `true` or an empty text. */
export type FormValues = Readonly<Record<string, string>>

/** The control that a field has in the form. */
export type FieldControl = 'checkbox' | 'choice' | 'date' | 'text' | 'long' | 'list' | 'number'

/** Returns the control of a field by its schema. */
export function chooseControl(name: string, schema: FieldSchema): FieldControl {
  const types = [schema.type ?? []].flat()
  if (types.includes('boolean')) return 'checkbox'
  if (schema.enum) return 'choice'
  if (schema.anyOf?.some(({ type }) => type === 'array')) return 'list'
  if (/(^|_)date(_|$)/.test(name)) return 'date'
  if (/^(description|excerpt)$/.test(name)) return 'long'
  return types.includes('string') || types.length === 0 ? 'text' : 'number'
}

/** Lists the fields of a schema, the required ones first. */
export function listFields({ properties = {}, required = [] }: FieldSchema) {
  const rank = (name: string): number => (required.includes(name) ? 0 : 1)
  return Object.entries(properties).sort(([a], [b]) => rank(a) - rank(b))
}

/** Returns the texts of a record for the form. */
export function readValues(record: AnyRecord | undefined, schema: FieldSchema): FormValues {
  const entries = listFields(schema).map(([name]) => [name, toText(record?.[name])])
  return Object.fromEntries(entries)
}

/** Returns a value of a record as text: linked records are their IDs. */
function toText(value: unknown): string {
  if (value === undefined || value === null || value === false) return ''
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(', ')
  if (typeof value === 'object') {
    if ('id' in value) return String(value.id)
    return 'term_id' in value ? String(value.term_id) : ''
  }
  return typeof value === 'string' && !value.includes('<') ? toPlainText(value) : String(value)
}

/** Returns the body of a write: the fields whose text differs from the one of the record. */
export function createBody(
  values: FormValues,
  initial: FormValues,
  schema: FieldSchema,
): Readonly<Record<string, unknown>> {
  const changed = listFields(schema).filter(([name]) => values[name] !== initial[name])
  return Object.fromEntries(
    changed.map(([name, field]) => [name, toValue(values[name] ?? '', chooseControl(name, field))]),
  )
}

/** Returns the value of a text. An invalid number stays a text, so that the service can reject it. */
function toValue(text: string, control: FieldControl): unknown {
  if (control === 'checkbox') return text === 'true'
  if (control === 'number') return toNumber(text)
  if (control !== 'list') return text
  const parts = text.split(',').map((part) => part.trim())
  const values = parts.filter(Boolean).map(toNumber)
  return values.length === 1 ? values[0] : values
}

const toNumber = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text)
