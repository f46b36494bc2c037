import { useEffect } from 'preact/hooks'
import { focusMain, useApp } from './app.ts'
import { undo } from './load-world.ts'

/** The times after which the message of a success disappears, without and with a button. */
const NOTICE_MS = 5000
const UNDO_MS = 15_000

/** Shows and announces the result of the last action. A write can be undone here. */
export function NoticeBar() {
  const app = useApp()
  const { notice, access } = app
  const { text, isError } = notice.value
  const canUndo = notice.value.canUndo && access.value === 'open'
  useEffect(() => {
    if (text === '' || isError) return
    const shown = notice.value
    const hide = (): void => {
      if (notice.value === shown) notice.value = { text: '', isError: false }
    }
    const timer = setTimeout(hide, canUndo ? UNDO_MS : NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice.value])
  return (
    <div class={isError ? 'notice error' : 'notice'} role="status">
      {text}
      {canUndo && (
        <button type="button" onClick={() => undo(app).then(focusMain)}>
          Undo
        </button>
      )}
    </div>
  )
}
