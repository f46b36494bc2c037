import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { LoggedRequest } from '../../request-log/logged-request.ts'
import { type App, copyText, runAction, useApp } from '../app.ts'
import { changeWorld } from '../load-world.ts'
import { createSnippet, loadSetup, parseJson, readSentRequest, snippetKinds } from './snippets.ts'

export interface EntryProps {
  readonly entry: LoggedRequest
}

export function RequestDetails({ entry }: EntryProps) {
  const app = useApp()
  const { notes, reason, requestHeaders, responseHeaders, requestBody, responseBody } = entry
  const count = notes.length + (reason ? 1 : 0)
  const notesTab = [`Notes (${count})`, <Explanation key="notes" entry={entry} />] as const
  const cut = (['requestBody', 'responseBody'] as const).map((part) =>
    entry.truncated?.includes(part),
  )
  const bodies = [formatBody(requestBody), formatBody(responseBody)]
  const headers = [formatHeaders(requestHeaders), formatHeaders(responseHeaders)]
  const messages = [
    ['Body', <Messages key="body" texts={bodies} cut={cut} />],
    ['Headers', <Messages key="headers" texts={headers} />],
  ] as const
  return (
    <div class="request-details stack">
      <p dir="ltr" class="url">
        {entry.method} {entry.url}
      </p>
      <div class="row">
        <button type="button" onClick={() => resend(app, entry)}>
          Send again
        </button>
        <button type="button" onClick={() => makeFail(app, entry)}>
          Make this fail
        </button>
        <a class="button" href={`#control/faults/${encodeURIComponent(formatRuleTarget(entry))}`}>
          Edit as a fault
        </a>
        <CopyAs entry={entry} />
      </div>
      <Tabs label="Details" tabs={count > 0 ? [notesTab, ...messages] : [...messages, notesTab]} />
    </div>
  )
}

interface TabsProps {
  readonly label: string
  readonly tabs: readonly (readonly [title: string, panel: ComponentChildren])[]
}

/** Tabs. One tab shows its panel, at first the first tab. Arrow keys choose another. */
function Tabs({ label, tabs }: TabsProps) {
  const id = useId()
  const [current, setCurrent] = useState(0)
  const onKeyDown = ({ key, currentTarget }: preact.TargetedKeyboardEvent<HTMLElement>): void => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (!step) return
    const next = (current + step + tabs.length) % tabs.length
    currentTarget.querySelectorAll('button')[next]?.focus()
    setCurrent(next)
  }
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(([title], n) => (
          <button
            key={title}
            type="button"
            role="tab"
            aria-selected={n === current}
            aria-controls={id}
            tabIndex={n === current ? 0 : -1}
            onClick={() => setCurrent(n)}
          >
            {title}
          </button>
        ))}
      </div>
      <div id={id} role="tabpanel" aria-label={tabs[current]?.[0]}>
        {tabs[current]?.[1]}
      </div>
    </>
  )
}

/** The reason of an error, and the notes, whose texts are in English. */
function Explanation({ entry: { reason, notes, delay, language } }: EntryProps) {
  if (!reason && notes.length === 0 && !delay) return <p class="muted">No notes</p>
  return (
    <>
      {reason && (
        <p class="alert" lang={language} dir="auto">
          {reason}
        </p>
      )}
      {notes.length > 0 && (
        <ul class="note-list" lang="en" dir="ltr">
          {notes.map((note) => (
            <li key={note.code + note.parameter}>
              <NoteChip note={note} /> {note.message}
            </li>
          ))}
        </ul>
      )}
      {delay ? <p class="muted">{`Delay: ${delay} ms`}</p> : null}
    </>
  )
}

export const NoteChip = ({ note }: { readonly note: LoggedRequest['notes'][number] }) => (
  <span class={note.level === 'warning' ? 'chip warn' : 'chip'}>{note.code}</span>
)

/** A part of the request, and the same part of the response. */
interface MessagesProps {
  readonly texts: readonly string[]
  /** True if the log has only the first part of the text. */
  readonly cut?: readonly (boolean | undefined)[]
}

const Messages = ({ texts, cut }: MessagesProps) => (
  <div class="messages">
    {['Request', 'Response'].map((title, n) => (
      <section key={title}>
        <h2>{title}</h2>
        {texts[n] ? <pre dir="ltr">{texts[n]}</pre> : <p class="muted">None in the log</p>}
        {cut?.[n] && <p class="muted">The log has only this part (option maxLoggedBody).</p>}
      </section>
    ))}
  </div>
)

const formatHeaders = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** Sends a request again from this page, in the chosen world, and announces the status. */
async function resend(app: App, entry: LoggedRequest): Promise<void> {
  const { api, sites, notice, revision } = app
  let status: string | number = 'No response'
  const isDone = await runAction(app, async () => {
    const setup = await loadSetup(api, sites.value, entry)
    const { method, url, headers, body } = readSentRequest({ entry, setup })
    const init = { method, headers, ...(body !== undefined && { body }) }
    const response = await fetch(url, init).catch(() => undefined)
    status = response?.status ?? status
    if (method !== 'GET' && method !== 'HEAD') revision.value += 1
  })
  if (isDone) notice.value = { text: `Sent again: ${status}`, isError: false }
}

/** Returns the route and the query of a request, as rules have them. */
const formatRuleTarget = ({ method, path, url }: LoggedRequest): string =>
  `${method} ${path === undefined ? '*' : path + new URL(url).search}`

/** Lets a request fail from now on, by a rule before the others. */
function makeFail(app: App, entry: LoggedRequest): void {
  const target = formatRuleTarget(entry)
  const add = async (): Promise<void> => {
    const { faults } = await app.api.control<{ faults: string[] }>('GET', 'faults')
    await app.api.control('PUT', 'faults', { faults: [`${target} 503`, ...faults] })
  }
  void changeWorld(app, add, `From now on, ${target} fails with 503.`, 'faults')
}

const kinds = Object.keys(snippetKinds) as (keyof typeof snippetKinds)[] // the keys of a constant

/** Buttons that copy a request as a command or as code. The copied text is then shown. */
function CopyAs({ entry }: EntryProps) {
  const app = useApp()
  const { api, sites } = app
  const shown = useSignal('')
  const copy = async (kind: keyof typeof snippetKinds): Promise<void> => {
    const isCreated = await runAction(app, async () => {
      const setup = await loadSetup(api, sites.value, entry)
      shown.value = createSnippet(kind, { entry, setup })
    })
    if (isCreated) await copyText(app, shown.value, snippetKinds[kind])
  }
  return (
    <fieldset class="copy-as">
      <legend>Copy as</legend>
      <div class="row">
        {kinds.map((kind) => (
          <button key={kind} type="button" onClick={() => copy(kind)}>
            {snippetKinds[kind]}
          </button>
        ))}
      </div>
      {shown.value !== '' && (
        <pre dir="ltr" class="snippet">
          {shown.value}
        </pre>
      )}
    </fieldset>
  )
}

/** Returns a body for readers: JSON with line breaks. */
const formatBody = (body = ''): string => JSON.stringify(parseJson(body), null, 2) ?? body
