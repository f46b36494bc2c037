import { useId, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import type { Collection } from '../openapi.ts'
import { describeCombobox, Options } from '../parts.tsx'
import {
  type FormField,
  type FormValue,
  type FormValues,
  type Link,
  nameRecord,
} from './form-fields.ts'
import { useRecords } from './use-records.ts'

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
    return (
      <RecordPicker
        described={described}
        linked={linked}
        isMultiple={isMultiple}
        value={value}
        onInput={onInput}
      />
    )
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

interface RecordPickerProps {
  readonly linked: Collection
  readonly isMultiple: boolean
  readonly value: readonly Link[]
  /** The attributes of the field, with its ID. */
  readonly described: object
  onInput(value: readonly Link[]): void
}

/** Chooses linked records: it searches for them on the server, and offers to create a record that does not exist. */
function RecordPicker(props: RecordPickerProps) {
  const { linked, isMultiple, value, described, onInput } = props
  const closed = { text: '', isOpen: false, active: 0 }
  const { language } = useApp()
  const [{ text, isOpen, active }, show] = useState(closed)
  const id = useId()
  const options = useOptions(props, text, isOpen)
  const choose = (link: Link | undefined): void => {
    if (link) onInput(isMultiple ? [...value, link] : [link])
    show(link ? closed : { ...closed, text }) // what names no record stays in view
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step || key === 'Enter' || (key === 'Escape' && isOpen)) event.preventDefault() // the form stays
    const next = (active + (step ?? 0) + options.length) % (options.length || 1)
    if (step) show({ text, isOpen: true, active: next })
    if (key === 'Enter' || (key === 'Tab' && text !== '')) choose(options[active])
    if (key === 'Backspace' && text === '') onInput(value.slice(0, -1))
    if (key === 'Escape') show({ ...closed, text })
  }
  return (
    <div class="picker" onFocusOut={() => choose(text.trim() ? options[active] : undefined)}>
      <Chips value={value} onInput={onInput} />
      <input
        {...described}
        {...describeCombobox(id, options.length, active)}
        dir={'auto'}
        value={text}
        onKeyDown={onKeyDown}
        placeholder={value.length > 0 && !isMultiple ? 'Replace…' : 'Search or create…'}
        onInput={({ currentTarget: { value } }) => show({ text: value, isOpen: true, active: 0 })}
        onClick={() => show({ text, isOpen: true, active })}
      />
      <Options
        id={id}
        class={'options'}
        label={linked.name}
        language={language.value}
        options={options}
        active={active}
        onChoose={(link) => choose(link)}
        format={(link) => (link.id ? link.name : <bdi lang="en">Create “{link.name}”</bdi>)}
      />
    </div>
  )
}

/** The chosen records, each with a button that removes it. */
function Chips({ value, onInput }: Pick<RecordPickerProps, 'value' | 'onInput'>) {
  return value.map((link) => (
    <span key={link.id ?? link.name} class="chip">
      <bdi>{link.name}</bdi> {link.id === undefined && <span class="muted">new</span>}
      <button
        type="button"
        class="plain"
        aria-label={`Remove ${link.name}`}
        onClick={() => onInput(value.filter((other) => other !== link))}
      >
        ×
      </button>
    </span>
  ))
}

/** Returns the records that a search finds and that are not chosen yet, and a new record unless a record has the searched name. */
function useOptions({ linked, value }: RecordPickerProps, text: string, isOpen: boolean) {
  const wanted = text.trim()
  const list = useRecords(isOpen ? linked : undefined, { search: wanted, page: 1, perPage: 50 })
  if (!isOpen || list?.search !== wanted) return []
  const found = list.records.map(
    (record): Link => ({ id: record.id, name: nameRecord(record, linked) }),
  )
  const typed = wanted.toLowerCase()
  /** 0 for names that begin with the text, 1 for names that contain it, 2 for others, which have it in another field. */
  const rank = ({ name }: Link): number => {
    const index = name.toLowerCase().indexOf(typed)
    return index < 0 ? 2 : Math.min(index, 1)
  }
  const others = found
    .filter(({ id }) => value.every((link) => link.id !== id))
    .sort((a, b) => rank(a) - rank(b))
  const isKnown = [...found, ...value].some(({ name }) => name.toLowerCase() === typed)
  return wanted === '' || isKnown ? others : [...others, { name: wanted }]
}
