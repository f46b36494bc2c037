import { useSignal } from '@preact/signals'
import type { LoggedRequest } from '../../control/request-log/logged-request.ts'
import { formatTarget } from './filter-requests.ts'
import { RequestDetails } from './request-details.tsx'

const columns = ['Time', 'Method', 'Path', 'Status', 'Duration', 'Notes', 'Fault'] as const

/** A table of requests. The button of a row opens its details below it. */
export function RequestTable({ requests }: { readonly requests: readonly LoggedRequest[] }) {
  const openId = useSignal<number | undefined>(undefined)
  return (
    <div class="table-box card">
      <table class="requests">
        <thead>
          <tr>
            {columns.map((title) => (
              <th key={title} scope="col" class={title.toLowerCase()}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {requests.map((entry) => (
            <RequestRows
              key={entry.id}
              entry={entry}
              isOpen={openId.value === entry.id}
              onToggle={() => {
                openId.value = openId.value === entry.id ? undefined : entry.id
              }}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface RowProps {
  readonly entry: LoggedRequest
  readonly isOpen: boolean
  onToggle(): void
}

function RequestRows({ entry, isOpen, onToggle }: RowProps) {
  const { id, time, method, fault, language } = entry
  const detailsId = `request-${id}`
  return (
    <>
      <tr class={isOpen ? 'open' : undefined}>
        <td class="time">{time.slice(11, 23)}</td>
        <td class="method">{method}</td>
        <td class="path">
          <button
            type="button"
            class="plain"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            onClick={onToggle}
          >
            <bdi dir="ltr" lang={language ?? 'en'}>
              {formatTarget(entry)}
            </bdi>
          </button>
        </td>
        <td class="status">
          <Status entry={entry} />
        </td>
        <Duration entry={entry} />
        <td class="notes">
          <NoteChips entry={entry} />
        </td>
        <td class="fault">{fault && <span class="chip warn">{fault}</span>}</td>
      </tr>
      {isOpen && (
        <tr class="details" id={detailsId}>
          <td colSpan={columns.length}>
            <RequestDetails entry={entry} />
          </td>
        </tr>
      )}
    </>
  )
}

function Duration({ entry: { ms } }: Pick<RowProps, 'entry'>) {
  return <td class="duration">{`${Math.round(ms)} ms`}</td>
}

function Status({ entry: { status } }: Pick<RowProps, 'entry'>) {
  const level = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return <span class={`chip ${level}`}>{status === 0 ? 'No response' : status}</span>
}

function NoteChips({ entry: { notes } }: Pick<RowProps, 'entry'>) {
  return notes.map(({ code, level }) => (
    <span key={code} class={level === 'warning' ? 'chip warn' : 'chip'}>
      {code}
    </span>
  ))
}
