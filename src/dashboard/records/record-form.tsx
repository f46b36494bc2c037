import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { RequestError } from '../api.ts'
import { type App, describeError, mayLeave, useApp } from '../app.ts'
import { refresh, trackChange } from '../load-world.ts'
import type { AnyRecord, Collection } from '../openapi.ts'
import { Form, useDraft } from '../parts.tsx'
import {
  changeValue,
  createBody,
  describeEnd,
  type FieldTexts,
  type FormField,
  type FormValue,
  type FormValues,
  findMissing,
  groups,
  isChanged,
  listDates,
  listFields,
  nameRecord,
  readStatus,
  readValues,
} from './form-fields.ts'
import { SchemaField } from './schema-form.tsx'

/** Returns the path of a record in the chosen language, or of the list for an empty ID. */
export const recordPath = ({ site, language }: App, name: string, id: string): string =>
  `${site.value.path}/${name}${id}?i18n_language=${language.value}`

interface RecordFormProps {
  readonly collection: Collection
  /** All collections, which pickers search. */
  readonly collections: readonly Collection[]
  /** Undefined for a new record. */
  readonly record: AnyRecord | undefined
  /** The start of a new event: `2030-01-07 20:00:00`. */
  readonly start?: string
  onSaved(record: AnyRecord): void
  onCancel(): void
}

/** The form of a record in groups. Its fields come from the resource, through the OpenAPI document. */
export function RecordForm(props: RecordFormProps) {
  const { record, onCancel } = props
  const app = useApp()
  const { fields, initial, opened } = useFields(props)
  const [values, setValues] = useDraft(opened)
  const { errors, failure, save, isSaving } = useSave(props, fields)
  const element = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    app.unsaved.current = !isSaving && isChanged(values, opened)
    return () => {
      app.unsaved.current = false
    }
  })
  useEffect(() => {
    if (!record) element.current?.querySelector('input')?.focus()
  }, [record])
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[aria-invalid=true], .alert')?.focus()
  }, [errors, failure])
  const setValue = (name: string, value: FormValue): void =>
    setValues((others) => changeValue(others, [name, value], listDates(fields)))
  return (
    <Form class="stack" noValidate onSubmit={() => save(values, initial)}>
      <div ref={element} class="stack">
        {groups.map((group) => (
          <Group
            key={group}
            group={group}
            fields={fields}
            values={values}
            errors={errors}
            setValue={setValue}
          />
        ))}
        {failure !== '' && (
          <p class="alert" role="alert" tabIndex={-1} dir="auto">
            {failure}
          </p>
        )}
      </div>
      <div class="row actions">
        <button type="submit" class="primary">
          {record ? 'Save' : 'Create'}
        </button>
        <button type="button" onClick={() => mayLeave(app) && onCancel()}>
          Cancel
        </button>
      </div>
    </Form>
  )
}

/** Returns the fields, the values of the record, and the values that the form opens with, which have the start in addition. */
function useFields({ collection, collections, record, start }: RecordFormProps) {
  return useMemo(() => {
    const fields = listFields(collection, collections, !record)
    const initial = readValues(record, fields)
    const dates = listDates(fields)
    const opened = start ? changeValue(initial, [dates[0]?.name ?? '', start], dates) : initial
    return { fields, initial, opened }
  }, [collection, record, start])
}

interface GroupProps {
  readonly group: FormField['group']
  readonly fields: readonly FormField[]
  readonly values: FormValues
  readonly errors: FieldTexts
  setValue(name: string, value: FormValue): void
}

/** The fields of a group. The last group is closed unless it has an error. */
function Group({ group, fields, values, errors, setValue }: GroupProps) {
  const shown = fields.filter((field) => field.group === group)
  if (shown.length === 0) return null
  const notes = describeEnd(fields, values)
  const isOpen = group !== 'More' || shown.some(({ name }) => errors[name] !== undefined)
  return (
    <details class="form-group" open={isOpen}>
      <summary>{group}</summary>
      <div class="fields">
        {shown.map((field) => (
          <SchemaField
            key={field.name}
            field={field}
            values={values}
            value={values[field.name] ?? ''}
            error={errors[field.name]}
            note={notes[field.name]}
            onInput={(value) => setValue(field.name, value)}
          />
        ))}
      </div>
    </details>
  )
}

/** Returns a function that sends the form, and the errors at its fields, or the error that belongs to no field. */
function useSave({ collection, record, onSaved }: RecordFormProps, fields: readonly FormField[]) {
  const app = useApp()
  const none: { errors: FieldTexts; failure: string } = { errors: {}, failure: '' }
  const [rejected, setRejected] = useState(none)
  const [isSaving, setSaving] = useState(false)
  const save = async (values: FormValues, initial: FormValues): Promise<void> => {
    if (isSaving) return // a disabled button would lose the focus
    const missing = findMissing(fields, values)
    if (Object.keys(missing).length > 0) return setRejected({ errors: missing, failure: '' })
    setSaving(true)
    try {
      const body = createBody(fields, values, initial)
      const path = recordPath(app, collection.name, record ? `/${record.id}` : '')
      const request = { method: record ? 'PATCH' : 'POST', path, body }
      const [saved, undoes] = await trackChange(app, () => app.api.json<AnyRecord>(request))
      const status = readStatus(saved)
      const text = `“${nameRecord(saved, collection)}” was saved${status && ` with the status ${status}`}.`
      app.notice.value = { text, isError: false, undoes }
      app.unsaved.current = false
      if (!record) app.created.value = saved.id
      await refresh(app).catch(() => undefined) // it is saved, and the view reports the error
      setRejected(none)
      onSaved(saved)
      if (record) setSaving(false)
    } catch (error) {
      const errors = error instanceof RequestError ? error.params : {}
      const hasField = fields.some(({ name }) => errors[name] !== undefined)
      setRejected({ errors, failure: hasField ? '' : describeError(error) })
      setSaving(false)
    }
  }
  return { ...rejected, save, isSaving }
}
