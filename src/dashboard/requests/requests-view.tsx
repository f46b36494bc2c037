import { useSignal } from '@preact/signals'
import { toHar } from '../../control/request-log/har.ts'
import { runAction, useApp } from '../app.ts'
import { Select } from '../parts/select.tsx'
import { saveJson } from '../save-json.ts'
import { filterRequests, type RequestListFilter } from './filter-requests.ts'
import type { RequestFeed } from './request-feed.ts'
import { RequestTable } from './request-table.tsx'

/** The list of requests to the mock, as they happen. */
export function RequestsView() {
  const { feed } = useApp()
  const filter = useSignal<RequestListFilter>({ method: '', status: '', text: '' })
  const all = feed.entries.value
  const shown = filterRequests(all, filter.value)
  return (
    <>
      <FeedToolbar feed={feed} filter={filter.value} onFilter={(next) => (filter.value = next)} />
      {shown.length > 0 && <RequestTable requests={shown} />}
      {shown.length === 0 && (
        <p class="empty">
          {all.length === 0
            ? 'No requests yet. Requests from your app appear here as they arrive.'
            : 'No request matches the filter.'}
        </p>
      )}
    </>
  )
}

interface FeedToolbarProps {
  readonly feed: RequestFeed
  readonly filter: RequestListFilter
  onFilter(filter: RequestListFilter): void
}

function FeedToolbar({ feed, filter, onFilter }: FeedToolbarProps) {
  const methods = [...new Set(feed.entries.value.map(({ method }) => method))].sort()
  return (
    <div class="toolbar row">
      <Select
        label="Method"
        hasLabel
        value={filter.method}
        options={[{ value: '', text: 'All' }, ...methods.map((value) => ({ value, text: value }))]}
        onChange={(method) => onFilter({ ...filter, method })}
      />
      <Select
        label="Status"
        hasLabel
        value={filter.status}
        options={[
          { value: '', text: 'All' },
          ...['2', '3', '4', '5'].map((value) => ({ value, text: `${value}xx` })),
          { value: '0', text: 'No response' },
        ]}
        onChange={(status) => onFilter({ ...filter, status })}
      />
      <label class="field">
        <span class="label">Search</span>
        <input
          type="search"
          value={filter.text}
          onInput={({ currentTarget }) => onFilter({ ...filter, text: currentTarget.value })}
        />
      </label>
      <FeedActions feed={feed} />
    </div>
  )
}

/** The state of the feed, and the actions on the whole log. */
function FeedActions({ feed }: { readonly feed: RequestFeed }) {
  const app = useApp()
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
      <button
        type="button"
        disabled={feed.entries.value.length === 0}
        onClick={() => saveJson('calmock.har', toHar(feed.entries.value))}
      >
        Download HAR
      </button>
    </div>
  )
}
