import { useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { ClockCard } from './clock-card.tsx'
import { DelayCard } from './delay-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { ScenarioCard } from './scenario-card.tsx'
import { StateCard } from './state-card.tsx'
import { WorldsCard } from './worlds-card.tsx'

/** The settings of the world: clock, faults, delay, scenario, worlds and state. */
export function ControlView() {
  const { t, access } = useApp()
  if (access.value !== 'open')
    return (
      <Card title={t('control')}>
        <p>{access.value === 'token' ? t('tokenNeeded') : t('controlClosed')}</p>
      </Card>
    )
  return (
    <div class="cards">
      <div class="stack">
        <ClockCard />
        <DelayCard />
        <WorldsCard />
        <StateCard />
      </div>
      <div class="stack">
        <FaultsCard />
        <ScenarioCard />
      </div>
    </div>
  )
}
