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
  const { access } = useApp()
  if (access.value !== 'open')
    return (
      <Card title="Control">
        <p>
          {access.value === 'token'
            ? 'To control this mock, enter its token.'
            : 'The controls are closed to other computers. To open them, start the mock with the option token.'}
        </p>
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
