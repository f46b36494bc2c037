import { useId, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { useApp } from '../app.ts'
import type { Collection } from '../openapi.ts'
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
  const { isMultiple, value, described, onInput } = props
  const closed = { text: '', isOpen: false, active: 0 }
  const [{ text, isOpen, active }, show] = useState(closed)
  const listId = useId()
  const options = useOptions(props, text, isOpen)
  const choose = (link: Link | undefined): void => {
    if (link) onInput(isMultiple ? [...value, link] : [link])
    show(link ? closed : { ...closed, text }) // what names no record stays in view
  }
  const onKey = (event: KeyboardEvent): void => {
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
        {...described}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-activedescendant={options.length > 0 ? `${listId}-${active}` : undefined}
        {...{ autocomplete: 'off', dir: 'auto', value: text, onKeyDown: onKey }}
        placeholder={value.length > 0 && !isMultiple ? 'Replace…' : 'Search or create…'}
        onInput={({ currentTarget: { value } }) => show({ text: value, isOpen: true, active: 0 })}
        onClick={() => show({ text, isOpen: true, active })}
      />
      <Options {...{ ...props, listId, options, active, choose }} />
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

interface OptionsProps extends Pick<RecordPickerProps, 'linked'> {
  readonly listId: string
  readonly options: readonly Link[]
  /** The index of the option that Enter chooses. */
  readonly active: number
  choose(link: Link): void
}

function Options({ linked, listId, options, active, choose }: OptionsProps) {
  const { language } = useApp()
  return (
    <div
      {...{ id: listId, class: 'options', hidden: options.length === 0, lang: language.value }}
      role="listbox"
      aria-label={linked.name}
      dir={textDirection(language.value)}
    >
      {options.map((link, n) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
        <div
          key={link.id ?? ''}
          id={`${listId}-${n}`}
          role="option"
          aria-selected={n === active}
          onMouseDown={(event) => event.preventDefault()} // the focus stays
          onClick={() => choose(link)}
        >
          {link.id === undefined ? <bdi lang="en">Create “{link.name}”</bdi> : link.name}
        </div>
      ))}
    </div>
  )
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
