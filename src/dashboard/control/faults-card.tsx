import { useRef } from 'preact/hooks'
import { useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { useAction } from '../use-action.ts'
import { FaultForm } from './fault-form.tsx'

/** Settings for common situations: rules, and a delay. */
const faultPresets = [
  { label: 'Offline', rules: ['* offline'] },
  { label: '10% errors', rules: ['* 500 10%'] },
  { label: 'Slow network', rules: ['* delay:400-2000'] },
  { label: 'Maintenance', rules: ['* maintenance'] },
  { label: 'Too many requests', rules: ['* 429 1/3'] },
  { label: 'Timeouts', rules: ['GET * timeout 5%'] },
]

/** Lists the faults of the world, adds and removes them. */
export function FaultsCard() {
  const { api, status } = useApp()
  const act = useAction()
  const { faults } = status.value
  const list = useRef<HTMLDivElement>(null)
  const set = (rules: readonly string[]): Promise<boolean> =>
    act(
      () => api.control('PUT', 'faults', { faults: rules }),
      rules.length === 0 ? 'All faults were removed.' : `Faults: ${rules.length}`,
    )
  /** Removes rules. The focus moves to the rest, because the button that had it disappears. */
  const keep = async (rules: readonly string[]): Promise<void> => {
    if (await set(rules)) list.current?.focus()
  }
  return (
    <Card
      title="Faults"
      about="Make requests fail to see how your app copes. The first rule that matches applies."
    >
      <div class="row">
        {faultPresets.map(({ label, rules }) => (
          <button key={label} type="button" onClick={() => set([...faults, ...rules])}>
            {label}
          </button>
        ))}
      </div>
      <FaultForm onAdd={(rule) => set([...faults, rule])} />
      <div class="stack" ref={list} tabIndex={-1}>
        <FaultList faults={faults} onKeep={keep} />
      </div>
    </Card>
  )
}

interface FaultListProps {
  readonly faults: readonly string[]
  onKeep(faults: readonly string[]): void
}

function FaultList({ faults, onKeep }: FaultListProps) {
  if (faults.length === 0) return <p class="muted">No faults. All requests are handled.</p>
  return (
    <>
      <ol class="rules" aria-label="Faults">
        {faults.map((rule, n) => (
          <li key={`${n} ${rule}`}>
            <code dir="ltr">{rule}</code>
            <button
              type="button"
              class="plain"
              aria-label={`Remove fault ${rule}`}
              onClick={() => onKeep(faults.filter((_, position) => position !== n))}
            >
              Remove
            </button>
          </li>
        ))}
      </ol>
      <button type="button" class="danger" onClick={() => onKeep([])}>
        Remove all
      </button>
    </>
  )
}
