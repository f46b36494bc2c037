import { forwardRef } from 'preact/compat'
import { findDirection } from '../languages.ts'

interface ErrorSummaryProps {
  readonly message: string
  readonly params: Readonly<Record<string, string>>
  /** The language of the service's messages. */
  readonly language: string
}

/** The errors of the service, with links to the fields. It receives the focus after a failed write. */
export const ErrorSummary = forwardRef<HTMLDivElement, ErrorSummaryProps>(
  ({ message, params, language }, ref) => {
    return (
      <div ref={ref} class="alert" role="alert" tabIndex={-1}>
        <h3>The record was not saved</h3>
        <div lang={language} dir={findDirection(language)}>
          <p>{message}</p>
          <ul>
            {Object.entries(params).map(([name, text]) => (
              <li key={name}>
                <button
                  type="button"
                  class="plain link"
                  onClick={() => document.getElementById(`field-${name}`)?.focus()}
                >
                  <code dir="ltr">{name}</code> {text !== message && text}
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
    )
  },
)
