import type { ComponentChildren } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { textDirection } from '../contract/site.ts'
import { copyText, focusMain, useApp } from './app.ts'
import { undo } from './load-world.ts'

/** Returns a state that is replaced when the value changes, at once: a later effect could undo what was typed meanwhile. */
export function useDraft<T>(value: T) {
  const [draft, setDraft] = useState(value)
  useLayoutEffect(() => setDraft(() => value), [value])
  return [draft, setDraft] as const
}

interface CardProps {
  readonly title: string
  readonly about?: string
  readonly children: ComponentChildren
}

/** A part of the control, with the focus if the address names it: `#control/faults`. */
export function Card({ title, about, children }: CardProps) {
  const id = useId()
  const anchor = `control/${title.toLowerCase()}`
  useEffect(() => {
    if (location.hash === `#${anchor}`) document.getElementById(anchor)?.focus()
  }, [anchor])
  return (
    <section class="card stack" id={anchor} tabIndex={-1} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about && <p class="muted">{about}</p>}
      {children}
    </section>
  )
}

interface FormProps {
  readonly class: string
  readonly noValidate?: boolean
  readonly children: ComponentChildren
  onSubmit(): void
}

/** A form that is not sent: the page handles it. */
export function Form({ onSubmit, ...form }: FormProps) {
  return (
    <form
      {...form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    />
  )
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly (readonly [value: string, text: string])[]
  onChange(value: string): void
  /** The choices are code, which is written from left to right. */
  readonly isCode?: boolean
}

export function Select({ label, options, onChange, isCode, value }: SelectProps) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <select
        value={value}
        dir={isCode ? 'ltr' : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly type?: 'text' | 'search' | 'password' | 'number' | 'datetime-local'
  readonly placeholder?: string
  readonly required?: boolean
  readonly max?: number
  /** The text is code, which is written from left to right. */
  readonly isCode?: boolean
  onInput(value: string): void
}

/** A labelled field for a line of text, or for a number from 0 on. */
export function TextField({ label, isCode, onInput, type = 'text', ...input }: TextFieldProps) {
  const isNumber = type === 'number'
  return (
    <label class={isNumber ? 'field narrow' : 'field'}>
      <span class="label">{label}</span>
      <input
        {...input}
        type={type as 'text'} // the types take the same attributes
        autocomplete="off"
        {...(isNumber && { min: 0 })}
        {...(isCode && { dir: 'ltr', class: 'code', spellcheck: false })}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  )
}

interface OptionsProps<T> {
  readonly id: string
  readonly class: string
  /** The name of the list for screen readers. */
  readonly label: string
  readonly options: readonly T[]
  /** The index of the option that Enter chooses. */
  readonly active: number
  readonly language?: string
  /** The text in place of options. A list without it is hidden. */
  readonly empty?: string
  format(option: T): ComponentChildren
  onChoose(option: T): void
}

/** The options of a combobox, which keeps the focus and handles the keys. */
export function Options<T>(props: OptionsProps<T>) {
  const { id, label, options, active, language = 'en', empty } = props
  return (
    <div
      id={id}
      class={props.class}
      lang={language}
      dir={textDirection(language)}
      role="listbox"
      aria-label={label}
      hidden={options.length === 0 && !empty}
      ref={(list) => void list?.scrollIntoView({ block: 'nearest' })} // a dialog would cut it off
    >
      {options.map((option, n) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the combobox keeps the focus
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys
        <div
          key={`${id}-${n}`}
          id={`${id}-${n}`}
          role="option"
          aria-selected={n === active}
          ref={(item) => void (n === active && item?.scrollIntoView({ block: 'nearest' }))}
          onMouseDown={(event) => event.preventDefault()} // the focus stays
          onClick={() => props.onChoose(option)}
        >
          {props.format(option)}
        </div>
      ))}
      {options.length === 0 && (
        <p class="empty" role="status">
          {empty}
        </p>
      )}
    </div>
  )
}

/** Returns the attributes of the field of a combobox, with the ID, the number and the active option. */
export const describeCombobox = (id: string, count: number, active: number) => ({
  role: 'combobox' as const, // the type of attributes lists the roles
  autocomplete: 'off',
  'aria-controls': id,
  'aria-expanded': count > 0,
  'aria-activedescendant': count > 0 ? `${id}-${active}` : undefined,
})

interface DialogProps {
  readonly title: string
  readonly language?: string
  readonly children: ComponentChildren
  onClose(): void
}

/** A modal dialog. Escape and a click next to it close it, and the focus returns to where it was. */
export function Dialog({ title, language = 'en', children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  useLayoutEffect(() => {
    const origin = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close() // a modal dialog keeps the focus
      if (origin instanceof HTMLElement) origin.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        if (!event.cancelable) return // after a second Escape the browser closes the dialog
        event.preventDefault()
        onClose()
      }}
      onClose={({ currentTarget }) => {
        if (currentTarget.isConnected) onClose()
        setTimeout(() => currentTarget.isConnected && currentTarget.showModal()) // the owner keeps it
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div class="dialog">
        <header>
          <h2 id={titleId} lang={language} dir={textDirection(language)}>
            {title}
          </h2>
          <button type="button" class="icon" aria-label="Close" onClick={onClose}>
            ×
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface NextStepProps {
  /** The path below the world, and the body of a PUT request. */
  readonly path: string
  readonly body?: object
}

/** The content of an empty view: a command to copy. The page of an export has no server, so that it shows none. */
export function NextStep({ path, body }: NextStepProps) {
  const app = useApp()
  const { api } = app
  if (document.documentElement.dataset.start !== undefined) return null
  const token = api.token.value && ' -H "Authorization: Bearer $CALMOCK_TOKEN"'
  const change = body ? ` -X PUT${token} -d '${JSON.stringify(body)}'` : ''
  const command = `curl${change} ${api.url(path)}`
  return (
    <span class="next-step">
      <code dir="ltr">{command}</code>{' '}
      <button type="button" onClick={() => copyText(app, command, 'command')}>
        Copy command
      </button>
    </span>
  )
}

/** The times after which the message of a success disappears, without and with a button. */
const NOTICE_MS = 5000
const UNDO_MS = 15_000

/** Shows and announces the result of the last action. A write can be undone here. */
export function NoticeBar() {
  const app = useApp()
  const { notice } = app
  const { text, isError, undoes } = notice.value
  const close = (): void => {
    notice.value = { text: '', isError: false }
  }
  useEffect(() => {
    if (text === '' || isError) return
    const shown = notice.value
    const hide = (): void => {
      if (notice.value === shown) close()
    }
    const timer = setTimeout(hide, undoes ? UNDO_MS : NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice.value])
  return (
    <div class={isError ? 'notice error' : 'notice'} role="status">
      {text}
      {undoes && (
        <button type="button" onClick={() => undo(app, undoes).then(focusMain)}>
          Undo
        </button>
      )}
      {text !== '' && <button type="button" class="close" aria-label="Close" onClick={close} />}
    </div>
  )
}
