import { textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import type { FieldSchema } from '../openapi.ts'

interface SchemaFieldProps {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: string
  readonly isRequired: boolean
  readonly error: string | undefined
  onInput(value: string): void
}

/** A field of a record: its name in the API, the control that fits its schema, the description, and the error of the service. */
export function SchemaField({ name, schema, error, ...field }: SchemaFieldProps) {
  const { site } = useApp()
  const { language } = site.value
  const id = `field-${name}`
  const describedBy = [error && `${id}-error`, schema.description && `${id}-hint`]
  const control = chooseControl(name, schema)
  return (
    <div class={`record-field ${control}`}>
      <label for={id}>
        <code>{name}</code>
        {field.isRequired && <span class="required"> *</span>}
      </label>
      <FieldInput
        {...{ ...field, id, control, schema }}
        describedBy={describedBy.filter(Boolean).join(' ')}
        isInvalid={error !== undefined}
      />
      <div lang={language} dir={textDirection(language)}>
        {error !== undefined && (
          <p class="error" id={`${id}-error`}>
            {error}
          </p>
        )}
        {schema.description && (
          <p class="hint" id={`${id}-hint`}>
            {schema.description}
          </p>
        )}
      </div>
    </div>
  )
}

interface FieldInputProps extends Omit<SchemaFieldProps, 'name' | 'error'> {
  readonly id: string
  readonly control: FieldControl
  readonly describedBy: string
  readonly isInvalid: boolean
}

function FieldInput({ id, describedBy, isInvalid, ...field }: FieldInputProps) {
  const { control, value, onInput } = field
  const described = { id, 'aria-describedby': describedBy, 'aria-invalid': isInvalid }
  if (control !== 'checkbox') return <TextInput {...field} described={described} />
  return (
    <input
      {...described}
      type="checkbox"
      checked={value === 'true'}
      onChange={({ currentTarget }) => onInput(currentTarget.checked ? 'true' : '')}
    />
  )
}

interface TextInputProps extends Omit<FieldInputProps, 'id' | 'describedBy' | 'isInvalid'> {
  readonly described: object
}

function TextInput({ control, schema, value, isRequired, described, onInput }: TextInputProps) {
  const { language } = useApp()
  const direction = textDirection(language.value) // `auto` would read the markup at the start
  const onText = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onInput(event.currentTarget.value)
  const common = { ...described, value, 'aria-required': isRequired }
  if (control === 'choice')
    return (
      <select {...common} onChange={onText}>
        <option value="" />
        {schema.enum?.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  if (control === 'long') return <textarea {...common} dir={direction} onInput={onText} />
  const placeholder = control === 'date' ? 'YYYY-MM-DD HH:MM:SS' : undefined
  return <input {...common} {...{ placeholder, dir: 'auto' }} autocomplete="off" onInput={onText} />
}

/** The control that a field has in the form. */
type FieldControl = 'checkbox' | 'choice' | 'date' | 'text' | 'long' | 'list' | 'number'

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

/** Returns the value of a text. An invalid number stays a text, so that the service can reject it. */
export function toValue(text: string, control: FieldControl): unknown {
  if (control === 'checkbox') return text === 'true'
  if (control === 'number') return toNumber(text)
  if (control !== 'list') return text
  const parts = text.split(',').map((part) => part.trim())
  const values = parts.filter(Boolean).map(toNumber)
  return values.length === 1 ? values[0] : values
}

const toNumber = (text: string): string | number => (/^\d+$/.test(text) ? Number(text) : text)
