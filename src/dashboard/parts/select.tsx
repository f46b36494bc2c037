/** A choice of a list. */
export interface SelectOption {
  readonly value: string
  readonly text: string
}

interface SelectProps {
  readonly label: string
  readonly value: string
  readonly options: readonly SelectOption[]
  onChange(value: string): void
  /** The label is visible; else only screen readers read it. */
  readonly hasLabel?: boolean
  /** The choices are code, which is written from left to right. */
  readonly isCode?: boolean
}

/** A labelled list of choices. */
export function Select({ label, value, options, onChange, hasLabel, isCode }: SelectProps) {
  return (
    <label class="field">
      <span class={hasLabel ? 'label' : 'visually-hidden'}>{label}</span>
      <select
        value={value}
        dir={isCode ? 'ltr' : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </label>
  )
}
