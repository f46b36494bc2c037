import { useRef } from 'preact/hooks'
import { useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { useAction } from '../use-action.ts'
import { FaultForm } from './fault-form.tsx'
import { faultPresets } from './fault-rules.ts'

/** Lists the faults of the world, adds and removes them. */
export function FaultsCard() {
  const { api, t, status } = useApp()
  const act = useAction()
  const { faults } = status.value
  const list = useRef<HTMLDivElement>(null)
  const set = (rules: readonly string[]): Promise<boolean> =>
    act(
      () => api.control('PUT', 'faults', { faults: rules }),
      rules.length === 0 ? t('faultsOff') : t('faultCount', { count: rules.length }),
    )
  /** Removes rules. The focus moves to the rest, because the button that had it disappears. */
  const keep = async (rules: readonly string[]): Promise<void> => {
    if (await set(rules)) list.current?.focus()
  }
  return (
    <Card title={t('faults')} about={t('faultsAbout')}>
      <div class="row">
        {faultPresets.map(({ key, rules }) => (
          <button key={key} type="button" onClick={() => set([...faults, ...rules])}>
            {t(key)}
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
  const { t } = useApp()
  if (faults.length === 0) return <p class="muted">{t('faultsEmpty')}</p>
  return (
    <>
      <ol class="rules" aria-label={t('faults')}>
        {faults.map((rule, n) => (
          <li key={`${n} ${rule}`}>
            <code dir="ltr">{rule}</code>
            <button
              type="button"
              class="plain"
              aria-label={t('removeFault', { rule })}
              onClick={() => onKeep(faults.filter((_, position) => position !== n))}
            >
              {t('remove')}
            </button>
          </li>
        ))}
      </ol>
      <button type="button" class="danger" onClick={() => onKeep([])}>
        {t('removeAll')}
      </button>
    </>
  )
}
