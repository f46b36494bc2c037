import { forwardRef } from 'preact/compat'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { RequestError } from '../api.ts'
import { describeError, useApp } from '../app.ts'
import { refresh } from '../load-status.ts'
import type { AnyRecord, Collection } from './collections.ts'
import { createBody, type FormValues, listFields, readValues } from './form-values.ts'
import { RecordField } from './record-field.tsx'

interface RecordFormProps {
  readonly collection: Collection
  /** Undefined for a new record. */
  readonly record: AnyRecord | undefined
  onSaved(record: AnyRecord): void
}

/** The form of a record. The OpenAPI document describes its fields. */
export function RecordForm({ collection, record, onSaved }: RecordFormProps) {
  const { site } = useApp()
  const schema = record ? collection.changes : collection.fields
  const initial = useMemo(() => readValues(record, schema), [record, schema])
  const [values, setValues] = useState(initial)
  const { failure, save, isSaving } = useSave({ collection, record, onSaved })
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [failure])
  return (
    <form
      class="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save(values, initial)
      }}
    >
      {failure && <ErrorSummary ref={summary} {...failure} language={site.value.language} />}
      <div class="fields">
        {listFields(schema).map(([name, field]) => (
          <RecordField
            key={name}
            {...{ name, schema: field, value: values[name] ?? '' }}
            isRequired={collection.fields.required?.includes(name) ?? false}
            error={failure?.params[name]}
            onInput={(value) => setValues((others) => ({ ...others, [name]: value }))}
          />
        ))}
      </div>
      <div class="row actions">
        <button type="submit" class="primary" disabled={isSaving}>
          {record ? 'Save' : 'Create'}
        </button>
      </div>
    </form>
  )
}

interface RejectedWrite {
  readonly message: string
  readonly params: Readonly<Record<string, string>>
}

/** Returns a function that sends the form, and the errors of the service. */
function useSave({ collection, record, onSaved }: RecordFormProps) {
  const app = useApp()
  const [failure, setFailure] = useState<RejectedWrite>()
  const [isSaving, setSaving] = useState(false)
  const { api, site, language, notice } = app
  const save = async (values: FormValues, initial: FormValues): Promise<void> => {
    setSaving(true)
    try {
      const body = createBody(values, initial, record ? collection.changes : collection.fields)
      const path = `${site.value.path}/${collection.name}${record ? `/${record.id}` : ''}`
      const saved = await api.json<AnyRecord>({
        method: record ? 'PATCH' : 'POST',
        path: `${path}?i18n_language=${language.value}`,
        body,
      })
      setFailure(undefined)
      notice.value = { text: `Record ${saved.id} was saved.`, isError: false }
      await refresh(app)
      onSaved(saved)
    } catch (error) {
      const params = error instanceof RequestError ? error.params : {}
      setFailure({ message: describeError(error), params })
    } finally {
      setSaving(false)
    }
  }
  return { failure, save, isSaving }
}

interface ErrorSummaryProps {
  readonly message: string
  readonly params: Readonly<Record<string, string>>
  /** The language of the service's messages. */
  readonly language: string
}

/** The errors of the service, with links to the fields. It receives the focus after a failed write. */
const ErrorSummary = forwardRef<HTMLDivElement, ErrorSummaryProps>(
  ({ message, params, language }, ref) => {
    return (
      <div ref={ref} class="alert" role="alert" tabIndex={-1}>
        <h3>The record was not saved</h3>
        <div lang={language} dir={textDirection(language)}>
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
