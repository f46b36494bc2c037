import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../app.ts'
import { findDirection } from '../words/ui-languages.ts'

interface DialogProps {
  readonly title: string
  /** The language of the title. */
  readonly language?: string
  readonly children: ComponentChildren
  onClose(): void
}

/** A modal dialog. Escape and a click next to it close it, and the focus returns to where it was. */
export function Dialog({ title, language, children, onClose }: DialogProps) {
  const { t, uiLanguage } = useApp()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleLanguage = language ?? uiLanguage.value
  useEffect(() => {
    const origin = document.activeElement
    dialog.current?.showModal()
    return () => {
      if (origin instanceof HTMLElement) origin.focus()
    }
  }, [])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes the dialog
    <dialog
      ref={dialog}
      aria-labelledby="dialog-title"
      onClose={onClose}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div class="dialog">
        <header>
          <h2 id="dialog-title" lang={titleLanguage} dir={findDirection(titleLanguage)}>
            {title}
          </h2>
          <button type="button" class="icon" aria-label={t('close')} onClick={onClose}>
            ×
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
