import { useId, useState } from 'preact/hooks'
import { useApp } from '../app.ts'
import type { Collection } from '../openapi.ts'
import { describeCombobox, Options } from '../parts.tsx'
import { type Link, nameRecord } from './form-fields.ts'
import { useRecords } from './use-records.ts'

interface RecordPickerProps {
  readonly linked: Collection
  readonly isMultiple: boolean
  readonly value: readonly Link[]
  /** The attributes of the field, with its ID. */
  readonly described: object
  onInput(value: readonly Link[]): void
}

/** Chooses linked records: it searches for them on the server, and offers to create one that does not exist. */
export function RecordPicker(props: RecordPickerProps) {
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
      <Chips {...{ value, onInput }} />
      <input
        {...{ ...described, ...describeCombobox(id, options.length, active) }}
        {...{ dir: 'auto', value: text, onKeyDown }}
        placeholder={value.length > 0 && !isMultiple ? 'Replace…' : 'Search or create…'}
        onInput={({ currentTarget: { value } }) => show({ text: value, isOpen: true, active: 0 })}
        onClick={() => show({ text, isOpen: true, active })}
      />
      <Options
        {...{ id, class: 'options', label: linked.name, language: language.value }}
        {...{ options, active }}
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

/** Returns the records that a search finds and that are not chosen yet, and a new one unless one has the searched name. */
function useOptions({ linked, value }: RecordPickerProps, text: string, isOpen: boolean) {
  const wanted = text.trim()
  const list = useRecords(isOpen ? linked : undefined, { search: wanted, page: 1 })
  if (!isOpen || list?.search !== wanted) return []
  const found = list.records.map(
    (record): Link => ({ id: record.id, name: nameRecord(record, linked) }),
  )
  const others = found.filter(({ id }) => value.every((link) => link.id !== id))
  const isKnown = [...found, ...value].some(
    ({ name }) => name.toLowerCase() === wanted.toLowerCase(),
  )
  return wanted === '' || isKnown ? others : [...others, { name: wanted }]
}
