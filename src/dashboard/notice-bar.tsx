import { useEffect } from 'preact/hooks'
import { focusMain, useApp } from './app.ts'
import { undo } from './load-world.ts'

/** The times after which the message of a success disappears, without and with a button. */
const NOTICE_MS = 5000
const UNDO_MS = 15_000

/** Shows and announces the result of the last action. A write can be undone here. */
export function NoticeBar() {
  const app = useApp()
  const { notice } = app
  const { text, isError, undoes } = notice.value
  const close = (): void => {
    notice.value = { text: '', isError: false }
  }
  useEffect(() => {
    if (text === '' || isError) return
    const shown = notice.value
    const hide = (): void => {
      if (notice.value === shown) close()
    }
    const timer = setTimeout(hide, undoes ? UNDO_MS : NOTICE_MS)
    return () => clearTimeout(timer)
  }, [notice.value])
  return (
    <div class={isError ? 'notice error' : 'notice'} role="status">
      {text}
      {undoes && (
        <button type="button" onClick={() => undo(app, undoes).then(focusMain)}>
          Undo
        </button>
      )}
      {text !== '' && <button type="button" class="close" aria-label="Close" onClick={close} />}
    </div>
  )
}
