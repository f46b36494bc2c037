import { useSignal } from '@preact/signals'
import { toHar } from '../../request-log/har.ts'
import { runAction, useApp } from '../app.ts'
import { Select } from '../parts/select.tsx'
import { saveJson } from '../save-json.ts'
import { filterRequests, type RequestListFilter } from './filter-requests.ts'
import type { RequestFeed } from './request-feed.ts'
import { RequestTable } from './request-table.tsx'

/** The list of requests to the mock, as they happen. */
export function RequestsView() {
  const { feed, t } = useApp()
  const filter = useSignal<RequestListFilter>({ method: '', status: '', text: '' })
  const all = feed.entries.value
  const shown = filterRequests(all, filter.value)
  return (
    <>
      <FeedToolbar feed={feed} filter={filter.value} onFilter={(next) => (filter.value = next)} />
      {shown.length > 0 && <RequestTable requests={shown} />}
      {shown.length === 0 && (
        <p class="empty">{all.length === 0 ? t('requestsEmpty') : t('requestsNoMatch')}</p>
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
  const { t } = useApp()
  const methods = [...new Set(feed.entries.value.map(({ method }) => method))].sort()
  return (
    <div class="toolbar row">
      <Select
        label={t('method')}
        hasLabel
        value={filter.method}
        options={[
          { value: '', text: t('all') },
          ...methods.map((value) => ({ value, text: value })),
        ]}
        onChange={(method) => onFilter({ ...filter, method })}
      />
      <Select
        label={t('status')}
        hasLabel
        value={filter.status}
        options={[
          { value: '', text: t('all') },
          ...['2', '3', '4', '5'].map((value) => ({ value, text: `${value}xx` })),
          { value: '0', text: t('noResponse') },
        ]}
        onChange={(status) => onFilter({ ...filter, status })}
      />
      <label class="field">
        <span class="label">{t('filterText')}</span>
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
  const { t } = app
  const isPaused = feed.isPaused.value
  const state = isPaused ? 'paused' : feed.isLive.value ? 'live' : 'polling'
  return (
    <div class="group push">
      <span class={state === 'live' ? 'feed-state live' : 'feed-state'}>{t(state)}</span>
      <button
        type="button"
        aria-pressed={isPaused}
        onClick={() => runAction(app, () => feed.pause(!isPaused))}
      >
        {t('pause')}
      </button>
      <button type="button" onClick={() => runAction(app, () => feed.clear(), t('logCleared'))}>
        {t('clearLog')}
      </button>
      <button
        type="button"
        disabled={feed.entries.value.length === 0}
        onClick={() => saveJson('calmock.har', toHar(feed.entries.value))}
      >
        {t('downloadHar')}
      </button>
    </div>
  )
}
