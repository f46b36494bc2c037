import { forwardRef } from 'preact/compat'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { RequestError } from '../api.ts'
import { type App, describeError, runAction, useApp } from '../app.ts'
import { refresh, useAction } from '../load-world.ts'
import { toPlainText } from '../locale.ts'
import type { AnyRecord, Collection, FieldSchema } from '../openapi.ts'
import { Dialog, Form } from '../parts.tsx'
import { chooseControl, listFields, SchemaField, toValue } from './schema-form.tsx'

interface RecordEditorProps {
  readonly collection: Collection
  /** The ID of a record, or `new`. */
  readonly id: string
}

/** Loads a record, and shows its form. */
export function RecordEditor({ collection, id }: RecordEditorProps) {
  const [record, setRecord] = useRecord(collection, id)
  const [isDeleting, setDeleting] = useState(false)
  const isNew = id === 'new'
  if (!isNew && !record) return <p class="empty">Loading…</p>
  return (
    <section class="card stack" aria-labelledby="editor">
      <div class="row between">
        <h2 id="editor">{isNew ? 'New record' : `Edit record ${id}`}</h2>
        {!isNew && (
          <button type="button" class="danger" onClick={() => setDeleting(true)}>
            Delete
          </button>
        )}
      </div>
      <RecordForm
        key={record?.modified}
        {...{ collection, record }}
        onSaved={(saved) => {
          setRecord(saved)
          location.hash = `records/${collection.name}/${saved.id}`
        }}
      />
      {isDeleting && record && (
        <DeleteDialog {...{ collection, record }} onClose={() => setDeleting(false)} />
      )}
    </section>
  )
}

const recordPath = ({ site, language }: App, name: string, id: string): string =>
  `${site.value.path}/${name}${id}?i18n_language=${language.value}`

function useRecord({ name }: Collection, id: string) {
  const app = useApp()
  const [record, setRecord] = useState<AnyRecord>()
  const { api, site, language } = app
  useEffect(() => {
    if (id === 'new') return
    const path = recordPath(app, name, `/${id}`)
    runAction(app, async () => setRecord(await api.json<AnyRecord>({ method: 'GET', path })))
  }, [name, id, site.value.path, language.value, api.world.value])
  return [record, setRecord] as const
}

interface DeleteDialogProps {
  readonly collection: Collection
  readonly record: AnyRecord
  onClose(): void
}

function DeleteDialog({ collection: { name }, record, onClose }: DeleteDialogProps) {
  const app = useApp()
  const act = useAction()
  const path = recordPath(app, name, `/${record.id}`)
  const remove = async (): Promise<void> => {
    const isDone = await act(
      () => app.api.send({ method: 'DELETE', path }),
      'The record was deleted.',
    )
    onClose()
    if (isDone) location.hash = `records/${name}`
  }
  return (
    <Dialog title={`Delete record ${record.id}?`} onClose={onClose}>
      <div class="row">
        <button type="button" class="danger" onClick={remove}>
          Delete
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  )
}

interface RecordFormProps {
  readonly collection: Collection
  /** Undefined for a new record. */
  readonly record: AnyRecord | undefined
  onSaved(record: AnyRecord): void
}

/** The form of a record. Its fields come from the resource, through the OpenAPI document. */
function RecordForm({ collection, record, onSaved }: RecordFormProps) {
  const { site } = useApp()
  const schema = record ? collection.changes : collection.fields
  const initial = useMemo(() => readValues(record, schema), [record, schema])
  const [values, setValues] = useState(initial)
  const { failure, save, isSaving } = useSave({ collection, record, onSaved })
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => summary.current?.focus(), [failure])
  return (
    <Form class="stack" noValidate onSubmit={() => save(values, initial)}>
      {failure && <ErrorSummary ref={summary} {...failure} language={site.value.language} />}
      <div class="fields">
        {listFields(schema).map(([name, field]) => (
          <SchemaField
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
    </Form>
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
  const save = async (values: FormValues, initial: FormValues): Promise<void> => {
    setSaving(true)
    try {
      const body = createBody(values, initial, {
        schema: record ? collection.changes : collection.fields,
        required: collection.fields.required ?? [],
      })
      const path = recordPath(app, collection.name, record ? `/${record.id}` : '')
      const saved = await app.api.json<AnyRecord>({ method: record ? 'PATCH' : 'POST', path, body })
      setFailure(undefined)
      app.notice.value = { text: `Record ${saved.id} was saved.`, isError: false }
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

interface ErrorSummaryProps extends RejectedWrite {
  /** The language of the service's messages. */
  readonly language: string
}

/** The errors of the service, with links to the fields. It receives the focus after a failed write. */
const ErrorSummary = forwardRef<HTMLDivElement, ErrorSummaryProps>(
  ({ message, params, language }, ref) => (
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
  ),
)

/** The texts in the fields of a form, by name. A checkbox has `true` or an empty text. */
type FormValues = Readonly<Record<string, string>>

/** Returns the texts of a record for the form. */
function readValues(record: AnyRecord | undefined, schema: FieldSchema): FormValues {
  const entries = listFields(schema).map(([name]) => [name, toText(record?.[name])])
  return Object.fromEntries(entries)
}

/** Returns a value of a record as text: linked records are their IDs. */
function toText(value: unknown): string {
  if (value === undefined || value === null || value === false) return ''
  if (Array.isArray(value)) return value.map(toText).filter(Boolean).join(', ')
  if (typeof value === 'object') {
    if ('id' in value) return String(value.id)
    return 'term_id' in value ? String(value.term_id) : ''
  }
  return typeof value === 'string' && !value.includes('<') ? toPlainText(value) : String(value)
}

/**
 * Returns the body of a write: the fields whose text differs from the one of the record, and those that the service
 * would change otherwise: fields with a default, and the required ones, of which two are the dates of an event.
 */
function createBody(
  values: FormValues,
  initial: FormValues,
  { schema, required }: { readonly schema: FieldSchema; readonly required: readonly string[] },
): Readonly<Record<string, unknown>> {
  const isChanged = (name: string): boolean => values[name] !== initial[name]
  const kept = required.some(isChanged) ? required : []
  const sent = listFields(schema).filter(([name, field]) => {
    if (isChanged(name)) return true
    if ('default' in field) return values[name] !== toText(field.default)
    return kept.includes(name) && values[name] !== ''
  })
  return Object.fromEntries(
    sent.map(([name, field]) => [name, toValue(values[name] ?? '', chooseControl(name, field))]),
  )
}
