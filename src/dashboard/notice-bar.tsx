import { useEffect } from 'preact/hooks'
import { useApp } from './app.ts'
import { useAction } from './load-world.ts'

/** The times after which the message of a success disappears, without and with a button. */
const NOTICE_MS = 5000
const UNDO_MS = 15_000

/** Shows and announces the result of the last action. A write can be undone here. */
export function NoticeBar() {
  const app = useApp()
  const act = useAction()
  const { notice, access } = app
  const { text, isError, undo = 0 } = notice.value
  const canUndo = undo > 0 && access.value === 'open'
  useEffect(() => {
    if (text === '' || isError) return
    const shown = notice.value
    const hide = (): void => {
      if (notice.value === shown) notice.value = { text: '', isError: false }
    }
    const timer = setTimeout(hide, canUndo ? UNDO_MS : NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice.value])
  const takeBack = async (): Promise<void> => {
    for (let step = 0; step < undo; step++) await app.api.control('POST', 'undo')
  }
  return (
    <div class={isError ? 'notice error' : 'notice'} role="status">
      {text}
      {canUndo && (
        <button type="button" onClick={() => act(takeBack, 'Undone.')}>
          Undo
        </button>
      )}
    </div>
  )
}
