import { textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import type { FormField, FormValue, FormValues } from './form-fields.ts'
import { RecordPicker } from './record-picker.tsx'

interface SchemaFieldProps {
  readonly field: FormField
  readonly value: FormValue
  /** The values of all fields: the dates of an event that lasts all day have no times. */
  readonly values: FormValues
  readonly error: string | undefined
  /** A sentence about a value that the service accepts and changes. */
  readonly note: string | undefined
  onInput(value: FormValue): void
}

/** A field of a record: its label, the control that fits its schema, its description, and its error. */
export function SchemaField(props: SchemaFieldProps) {
  const { site } = useApp()
  const { name, label, schema, control, group, isRequired } = props.field
  const { language } = site.value
  const id = `field-${name}`
  const { error, note } = props
  const hasHint = group === 'More' || (group === 'When' && control === 'text')
  const texts = { error, note, hint: hasHint }
  const shown = Object.entries(texts).filter(([, text]) => text)
  const describedBy = shown.map(([key]) => `${id}-${key}`).join(' ')
  const described = { id, 'aria-describedby': describedBy, 'aria-invalid': error !== undefined }
  return (
    <div class={`record-field ${control}`}>
      <label for={id}>
        {label}
        {isRequired && <span class="required"> *</span>}
      </label>
      <FieldInput {...props} described={described} />
      {error !== undefined && (
        <p class="error" id={`${id}-error`} dir="auto">
          {error}
        </p>
      )}
      {note && (
        <p class="hint warn" id={`${id}-note`} role="status">
          {note}
        </p>
      )}
      {hasHint && (
        <p class="hint" id={`${id}-hint`} lang={language} dir={textDirection(language)}>
          {schema.description}
        </p>
      )}
    </div>
  )
}

interface FieldInputProps extends SchemaFieldProps {
  readonly described: { readonly id: string }
}

function FieldInput({ field, value, values, described, onInput }: FieldInputProps) {
  const { language } = useApp()
  const { control, schema, linked, isMultiple } = field
  if (linked && typeof value !== 'string')
    return <RecordPicker {...{ described, linked, isMultiple, value, onInput }} />
  const onText = (event: { readonly currentTarget: { readonly value: string } }): void =>
    onInput(event.currentTarget.value)
  const common = { ...described, value: String(value), 'aria-required': field.isRequired }
  if (control === 'checkbox')
    return (
      <input
        {...described}
        type="checkbox"
        checked={value === 'true'}
        onChange={({ currentTarget }) => onInput(currentTarget.checked ? 'true' : '')}
      />
    )
  if (control === 'choice')
    return (
      <select {...common} onChange={onText}>
        <option value="" />
        {schema.enum?.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    )
  // `auto` would read the markup at the start
  if (control === 'long')
    return <textarea {...common} dir={textDirection(language.value)} onInput={onText} />
  if (control === 'date')
    return <DateInput {...common} isDay={values.all_day === 'true'} onInput={onInput} />
  return <input {...common} dir="auto" autocomplete="off" onInput={onText} />
}

interface DateInputProps {
  readonly value: string
  /** The date has no time. */
  readonly isDay: boolean
  onInput(value: string): void
}

/** The date and time control of the browser, for a text such as `2030-01-07 20:00:00`. */
function DateInput({ value, isDay, onInput, ...input }: DateInputProps) {
  const time = value.slice(11) || '00:00:00'
  return (
    <input
      {...input}
      type={isDay ? 'date' : 'datetime-local'}
      value={isDay ? value.slice(0, 10) : value.replace(' ', 'T').replace(/:00$/, '')}
      onInput={({ currentTarget }) => {
        const [day, clock = time] = currentTarget.value.split('T')
        onInput(day ? `${day} ${clock.length === 5 ? `${clock}:00` : clock}` : '')
      }}
    />
  )
}
