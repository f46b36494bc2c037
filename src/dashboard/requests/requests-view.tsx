import { useState } from 'preact/hooks'
import { decodeEscapes } from '../../contract/slug.ts'
import type { LoggedRequest } from '../../request-log/logged-request.ts'
import { runAction, useApp } from '../app.ts'
import { nameLanguage } from '../locale.ts'
import { NextStep, Select, TextField } from '../parts.tsx'
import { type EntryProps, NoteChip, RequestDetails } from './request-details.tsx'

export function RequestsView() {
  const { feed, site } = useApp()
  const [filter, setFilter] = useState<RequestListFilter>({ method: '', status: '', text: '' })
  const all = feed.entries.value
  const shown = filterRequests(all, filter)
  return (
    <>
      <FeedToolbar {...filter} onFilter={(part) => setFilter({ ...filter, ...part })} />
      {shown.length > 0 && <RequestTable requests={shown} />}
      {shown.length === 0 && (
        <p class="empty">
          {all.length > 0 ? (
            'No request matches the filter.'
          ) : (
            <>
              No requests yet. Requests from your app appear here as they arrive, or send one:{' '}
              <NextStep path={`${site.value.path}/events`} />
            </>
          )}
        </p>
      )}
    </>
  )
}

interface FeedToolbarProps extends RequestListFilter {
  onFilter(part: Partial<RequestListFilter>): void
}

function FeedToolbar({ method, status, text, onFilter }: FeedToolbarProps) {
  const { feed } = useApp()
  const methods = [...new Set(feed.entries.value.map((entry) => entry.method))].sort()
  return (
    <div class="toolbar row">
      <Select
        label="Method"
        value={method}
        options={[['', 'All'], ...methods.map((method) => [method, method] as const)]}
        onChange={(value) => onFilter({ method: value })}
      />
      <Select
        label="Status"
        value={status}
        options={[
          ['', 'All'],
          ...['2', '3', '4', '5'].map((digit) => [digit, `${digit}xx`] as const),
          ['0', 'No response'],
        ]}
        onChange={(value) => onFilter({ status: value })}
      />
      <TextField
        label="Search"
        type="search"
        value={text}
        onInput={(value) => onFilter({ text: value })}
      />
      <FeedActions />
    </div>
  )
}

/** The state of the feed, and the actions on the whole log. */
function FeedActions() {
  const app = useApp()
  const { feed } = app
  const isPaused = feed.isPaused.value
  const isLive = !isPaused && feed.isLive.value
  return (
    <div class="group push">
      <span class={isLive ? 'feed-state live' : 'feed-state'}>
        {isPaused ? 'Paused' : isLive ? 'Live' : 'Updated every 2 seconds'}
      </span>
      <button
        type="button"
        aria-pressed={isPaused}
        onClick={() => runAction(app, () => feed.pause(!isPaused))}
      >
        Pause
      </button>
      <button
        type="button"
        onClick={() => runAction(app, () => feed.clear(), 'The log was cleared.')}
      >
        Clear log
      </button>
    </div>
  )
}

/** The filter of the list. An empty text selects everything. */
interface RequestListFilter {
  readonly method: string
  /** The first digit of the status: `4`. `0` selects requests without a response. */
  readonly status: string
  readonly text: string
}

/** Returns the requests that a filter selects. The text is looked for in the site, the path, the query, the notes, the fault and the reason. */
function filterRequests(
  requests: readonly LoggedRequest[],
  { method, status, text }: RequestListFilter,
): readonly LoggedRequest[] {
  const words = text.toLowerCase().split(/\s+/)
  return requests.filter((entry) => {
    const { notes, site = '', fault, rule, reason } = entry
    const codes = notes.map(({ code }) => code)
    const isEmpty = readTotal(entry) === '0' && 'empty'
    const searched = [
      `/${site}${formatTarget(entry)}`,
      ...codes,
      rule ?? fault,
      reason,
      isEmpty,
    ].join(' ')
    return (
      (method === '' || entry.method === method) &&
      String(entry.status).startsWith(status) &&
      words.every((word) => searched.toLowerCase().includes(word))
    )
  })
}

/** Returns the number of records that a list found. Undefined for other responses. */
const readTotal = ({ responseHeaders }: LoggedRequest): string | undefined =>
  Object.entries(responseHeaders).find(([name]) => /-total$/i.test(name))?.[1]

/** Returns the path and the query of a request for readers: below the namespace if it is there, and decoded. */
function formatTarget({ path, url }: LoggedRequest): string {
  const { pathname, search } = new URL(url)
  return decodeEscapes((path ?? pathname) + search)
}

const columns = [
  'Time',
  'Method',
  'Site',
  'Path',
  'Status',
  'Total',
  'Duration',
  'Notes',
  'Fault',
] as const

/** A table of requests. A row opens its details below it; the URL of the page names the open request. */
function RequestTable({ requests }: { readonly requests: readonly LoggedRequest[] }) {
  const { target } = useApp()
  const [openId] = target.value
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
            <RequestRows key={entry.id} entry={entry} isOpen={openId === String(entry.id)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RequestRows({ entry, isOpen }: EntryProps & { readonly isOpen: boolean }) {
  const { id, time, method, site, language = 'en' } = entry
  const toggle = (): void => location.replace(isOpen ? '#requests' : `#requests/${id}`)
  const detailsId = `request-${id}`
  return (
    <>
      <tr
        class={isOpen ? 'row-button open' : 'row-button'}
        onClick={() => getSelection()?.isCollapsed !== false && toggle()}
      >
        <td class="time">{time.slice(11, 23)}</td>
        <td class="method">{method}</td>
        <td class="site">
          {site && <code class="chip">/{site}</code>}{' '}
          {site && entry.language && language !== site && (
            <span class="chip">{nameLanguage(language)}</span>
          )}
        </td>
        <td class="path">
          <button
            type="button"
            class="plain code"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
          >
            <bdi dir="ltr" lang={language}>
              {formatTarget(entry)}
            </bdi>
          </button>
        </td>
        <OutcomeCells entry={entry} />
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

function OutcomeCells({ entry }: EntryProps) {
  const { status, ms, notes, fault, rule = fault } = entry
  const total = readTotal(entry)
  const level = status === 0 || status >= 500 ? 'bad' : status >= 400 ? 'warn' : 'good'
  return (
    <>
      <td class="status">
        <span class={`chip ${level}`}>{status === 0 ? 'No response' : status}</span>
      </td>
      <td class="total">{total === '0' ? <span class="chip warn">0, empty</span> : total}</td>
      <td class="duration">{`${Math.round(ms)} ms`}</td>
      <td class="notes">
        {notes.map((note) => (
          <NoteChip key={note.code} note={note} />
        ))}
      </td>
      <td class="fault">{rule && <code class="chip warn">{rule}</code>}</td>
    </>
  )
}
