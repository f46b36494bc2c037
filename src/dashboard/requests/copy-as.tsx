import { useSignal } from '@preact/signals'
import type { LoggedRequest } from '../../request-log/logged-request.ts'
import { type Notice, runAction, useApp } from '../app.ts'
import { loadSetup } from '../snippets/load-setup.ts'
import { createSnippet, type SnippetKind, snippetKinds } from '../snippets/snippets.ts'

const kinds = Object.keys(snippetKinds) as SnippetKind[] // the keys of a constant

/** Buttons that copy a request as a command or as code. The copied text is then shown. */
export function CopyAs({ entry }: { readonly entry: LoggedRequest }) {
  const app = useApp()
  const { api, sites, notice } = app
  const shown = useSignal('')
  const copy = (kind: SnippetKind): Promise<boolean> =>
    runAction(app, async () => {
      const setup = await loadSetup(api, sites.value, entry)
      shown.value = createSnippet(kind, { entry, setup })
    }).then(async (isCreated) => {
      if (isCreated) notice.value = await copyText(shown.value, snippetKinds[kind])
      return isCreated
    })
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

/** Copies a text. Returns the message about the result. */
async function copyText(text: string, name: string): Promise<Notice> {
  try {
    await navigator.clipboard.writeText(text)
    return { text: `Copied: ${name}`, isError: false }
  } catch {
    return {
      text: 'The browser does not allow copying. Select the text below the buttons and copy it.',
      isError: true,
    } // pages without HTTPS have no clipboard
  }
}
