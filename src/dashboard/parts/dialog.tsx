import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'

interface DialogProps {
  readonly title: string
  /** The language of the title. */
  readonly language?: string
  readonly children: ComponentChildren
  onClose(): void
}

/** A modal dialog. Escape and a click next to it close it, and the focus returns to where it was. */
export function Dialog({ title, language, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleLanguage = language ?? 'en'
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
          <h2 id="dialog-title" lang={titleLanguage} dir={textDirection(titleLanguage)}>
            {title}
          </h2>
          <button type="button" class="icon" aria-label="Close" onClick={onClose}>
            ×
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
