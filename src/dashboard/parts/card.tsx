import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface CardProps {
  readonly title: string
  /** A sentence that says what the controls do. */
  readonly about?: string
  readonly children: ComponentChildren
}

/** A titled group of controls. */
export function Card({ title, about, children }: CardProps) {
  const id = useId()
  return (
    <section class="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {about && <p class="muted">{about}</p>}
      {children}
    </section>
  )
}
