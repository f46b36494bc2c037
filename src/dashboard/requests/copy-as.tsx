import { useSignal } from '@preact/signals'
import type { LoggedRequest } from '../../request-log/logged-request.ts'
import { type App, type Notice, runAction, useApp } from '../app.ts'
import { loadSetup } from '../snippets/load-setup.ts'
import { type SnippetKind, snippetKinds } from '../snippets/snippets.ts'

const kinds = Object.keys(snippetKinds) as SnippetKind[] // the keys of a constant

/** Buttons that copy a request as a command or as code. The copied text is then shown. */
export function CopyAs({ entry }: { readonly entry: LoggedRequest }) {
  const app = useApp()
  const { api, sites, t, notice } = app
  const shown = useSignal('')
  const copy = (kind: SnippetKind): Promise<boolean> =>
    runAction(app, async () => {
      const setup = await loadSetup(api, sites.value, entry)
      shown.value = snippetKinds[kind]({ entry, setup })
    }).then(async (isCreated) => {
      if (isCreated) notice.value = await copyText(app, { text: shown.value, kind })
      return isCreated
    })
  return (
    <fieldset class="copy-as">
      <legend>{t('copyAs')}</legend>
      <div class="row">
        {kinds.map((kind) => (
          <button key={kind} type="button" onClick={() => copy(kind)}>
            {t(kind)}
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
async function copyText(
  { t }: App,
  { text, kind }: { readonly text: string; readonly kind: SnippetKind },
): Promise<Notice> {
  try {
    await navigator.clipboard.writeText(text)
    return { text: t('copied', { kind: t(kind) }), isError: false }
  } catch {
    return { text: t('copyFailed'), isError: true } // pages without HTTPS have no clipboard
  }
}
