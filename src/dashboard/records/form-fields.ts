import { toPlainText } from '../locale.ts'
import { type AnyRecord, type Collection, type FieldSchema, nameField } from '../openapi.ts'

/** A linked record. A new record has no ID: the service creates it with the record that links to it. */
export interface Link {
  readonly id?: number
  readonly name: string
}

/** The linked records of a picker, or a text: a checkbox has `true` or an empty text, and dates are as the service sends them. */
export type FormValue = string | readonly Link[]

/** The values of a form, by the names of its fields. */
export type FormValues = Readonly<Record<string, FormValue>>

/** Texts at fields, by the names of the fields. */
export type FieldTexts = Readonly<Record<string, string>>

type FieldControl = 'checkbox' | 'choice' | 'date' | 'text' | 'long' | 'links' | 'number'

/** The groups of a form, in its order. */
export const groups = ['What', 'When', 'Where', 'More'] as const

/** A field of a form, which is derived from its schema. */
export interface FormField {
  readonly name: string
  readonly label: string
  readonly schema: FieldSchema
  readonly control: FieldControl
  readonly group: (typeof groups)[number]
  readonly isRequired: boolean
  readonly linked: Collection | undefined
  readonly isMultiple: boolean
}

/** Lists the fields of a record: the required fields first, then fields with pickers, and long texts at the end. */
export function listFields(
  collection: Collection,
  collections: readonly Collection[],
  isNew: boolean,
): readonly FormField[] {
  const { properties = {} } = isNew ? collection.fields : collection.changes
  const fields = Object.entries(properties).map(([name, schema]): FormField => {
    const linked = collections.find(({ ref }) =>
      schema.anyOf?.some(({ $ref = '' }) => $ref === ref),
    )
    const control = linked ? 'links' : chooseControl(name, schema)
    const isRequired = collection.fields.required?.includes(name) ?? false
    const words = name.replaceAll('_', ' ').replace('utc', '(UTC)')
    return {
      name,
      schema,
      control,
      isRequired,
      linked,
      label: `${name[0]?.toUpperCase()}${words.slice(1)}`,
      group: chooseGroup(name, control, isRequired),
      isMultiple: collection.record.properties?.[name]?.type === 'array',
    }
  })
  const rank = ({ isRequired, control }: FormField): number =>
    isRequired ? 0 : ['links', 'number', 'text', 'long'].indexOf(control) + 1 || 3
  return fields.sort((a, b) => rank(a) - rank(b))
}

/** Lists the required dates: the start and the end of an event. */
export const listDates = (fields: readonly FormField[]): readonly FormField[] =>
  fields.filter(({ control, isRequired }) => control === 'date' && isRequired)

function chooseControl(name: string, { type = [], ...schema }: FieldSchema): FieldControl {
  const types = [type].flat()
  if (types.includes('boolean')) return 'checkbox'
  if (schema.enum) return 'choice'
  if (/(^|_)date(_|$)/.test(name)) return 'date'
  if (/^(description|excerpt)$/.test(name)) return 'long'
  return types.includes('string') || types.length === 0 ? 'text' : 'number'
}

function chooseGroup(name: string, control: FieldControl, isRequired: boolean) {
  if (/^(all_day|timezone)$/.test(name) || (control === 'date' && isRequired)) return 'When'
  if (isRequired) return 'What'
  if (/^(venue|address|city|country|zip|(state)?(province)?)$/.test(name)) return 'Where'
  const isRare =
    /^(slug|password|image|website|excerpt)$/.test(name) ||
    !['links', 'text', 'long'].includes(control)
  return isRare ? 'More' : 'What'
}

/** Returns the values of a record, or of an empty form, for the fields. */
export const readValues = (
  record: AnyRecord | undefined,
  fields: readonly FormField[],
): FormValues =>
  Object.fromEntries(fields.map((field) => [field.name, toFormValue(field, record?.[field.name])]))

function toFormValue({ linked }: FormField, value: unknown): FormValue {
  if (!linked) return toText(value)
  const records = [value ?? []].flat(1) as unknown[] as AnyRecord[] // a linked record or a list of them
  return records.map((record) => ({ id: record.id, name: nameRecord(record, linked) }))
}

/** Returns the name of a record as plain text, or a dash. */
export const nameRecord = (record: AnyRecord, collection: Collection): string =>
  toPlainText(String(record[nameField(collection)] ?? '')) || '—'

function toText(value: unknown): string {
  if (value === undefined || value === null || value === false) return ''
  if (typeof value === 'object') return 'id' in value ? String(value.id) : '' // an image is shown as its ID
  return typeof value === 'string' && !value.includes('<') ? toPlainText(value) : String(value)
}

const isSame = (a: FormValue | undefined, b: FormValue | undefined): boolean =>
  JSON.stringify(a) === JSON.stringify(b)

export const isChanged = (values: FormValues, others: FormValues): boolean =>
  Object.keys(values).some((name) => !isSame(values[name], others[name]))

/** Returns what required fields without a value ask for, by name. */
export const findMissing = (fields: readonly FormField[], values: FormValues): FieldTexts =>
  Object.fromEntries(
    fields
      .filter(({ name, isRequired }) => isRequired && String(values[name] ?? '').trim() === '')
      .map(({ name, label }) => [
        name,
        `Enter ${/^[aeiou]/i.test(label) ? 'an' : 'a'} ${label.toLowerCase()}.`,
      ]),
  )

/**
 * Returns the body of a write: the fields whose value differs from the value of the record, and the fields that the service
 * would change otherwise: fields with a default, and the required fields, such as the dates of an event.
 */
export function createBody(
  fields: readonly FormField[],
  values: FormValues,
  initial: FormValues,
): Readonly<Record<string, unknown>> {
  const differs = ({ name }: FormField): boolean => !isSame(values[name], initial[name])
  const keepsRequired = fields.some((field) => field.isRequired && differs(field))
  const sent = fields.filter((field) => {
    if (differs(field)) return true
    const { name, schema, isRequired } = field
    if ('default' in schema) return !isSame(values[name], toFormValue(field, schema.default))
    return keepsRequired && isRequired && values[name] !== ''
  })
  return Object.fromEntries(sent.map((field) => [field.name, toValue(field, values[field.name])]))
}

/** Returns the value for the service. An invalid number stays a text, so that the service can reject it. */
function toValue({ control, linked }: FormField, value: FormValue = ''): unknown {
  if (control === 'checkbox') return value === 'true'
  if (linked && typeof value !== 'string')
    return value.map(({ id, name }) => id ?? { [nameField(linked)]: name })
  return control === 'number' && /^\d+$/.test(String(value)) ? Number(value) : value
}

/** Returns the values with another value. When the first date changes, the second date keeps its distance: at first two hours. */
export function changeValue(
  values: FormValues,
  [name, value]: readonly [string, FormValue],
  [first, second]: readonly FormField[],
): FormValues {
  const next = { ...values, [name]: value }
  if (name !== first?.name || !second || value === '') return next
  const start = readTime(values[name]) || readTime(value) // a new event may have its end already
  const length = readTime(values[second.name]) - start
  return { ...next, [second.name]: shiftDate(String(value), length > 0 ? length : 2 * 36e5) }
}

/** Returns what the service does with the end of an event that is before its start (17.5a), at its field. */
export function describeEnd(fields: readonly FormField[], values: FormValues): FieldTexts {
  const [first, second] = listDates(fields).map(({ name }) => name)
  const read = (name = ''): string =>
    String(values[name] ?? '').slice(0, values.all_day === 'true' ? 10 : 19)
  if (!second || read(second) === '' || read(second) >= read(first)) return {}
  return { [second]: 'Before the start: the service saves the start instead.' }
}

/** Returns the status of a record that visitors do not see, such as `draft`, or an empty text. */
export const readStatus = ({
  status = 'publish',
}: AnyRecord | { readonly status: string }): string => (status === 'publish' ? '' : String(status))

/** Returns the milliseconds of a date of the service, as if it were in UTC. */
export const readTime = (date: FormValue | undefined): number =>
  Date.parse(`${String(date).replace(' ', 'T')}Z`)

/** Returns a date of the service that is some milliseconds later. */
export const shiftDate = (date: string, milliseconds: number): string =>
  new Date(readTime(date) + milliseconds).toISOString().slice(0, 19).replace('T', ' ')
