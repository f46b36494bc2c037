interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly placeholder?: string
  readonly type?: 'text' | 'search' | 'password'
  /** The text is code, which is written from left to right. */
  readonly isCode?: boolean
  onInput(value: string): void
}

/** A labelled field for a line of text. */
export function TextField({ label, isCode, onInput, type = 'text', ...input }: TextFieldProps) {
  return (
    <label class="field">
      <span class="label">{label}</span>
      <input
        {...input}
        type={type as 'text'} // the three types take the same attributes
        autocomplete="off"
        {...(isCode && { dir: 'ltr', class: 'code', spellcheck: false })}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  )
}
