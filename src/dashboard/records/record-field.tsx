import { textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import type { FieldSchema } from '../openapi.ts'
import { chooseControl } from './form-values.ts'

interface RecordFieldProps {
  readonly name: string
  readonly schema: FieldSchema
  readonly value: string
  readonly isRequired: boolean
  readonly error: string | undefined
  onInput(value: string): void
}

/** A field of a record: its name in the API, the control that fits its schema, the description, and the error of the service. */
export function RecordField({ name, schema, error, ...field }: RecordFieldProps) {
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

interface FieldInputProps extends Omit<RecordFieldProps, 'name' | 'error'> {
  readonly id: string
  readonly control: ReturnType<typeof chooseControl>
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
