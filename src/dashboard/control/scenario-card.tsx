import { useEffect, useState } from 'preact/hooks'
import { runAction, useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { useAction } from '../use-action.ts'

interface ScenarioEntry {
  readonly name: string
  readonly about: string
}

/** Chooses the scenario. Several are joined. */
export function ScenarioCard() {
  const { api, t, status } = useApp()
  const act = useAction()
  const scenarios = useScenarios()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { scenario } = status.value
  useEffect(() => setChosen(scenario.split('+')), [scenario])
  const toggle = (name: string): void =>
    setChosen(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name])
  return (
    <Card title={t('scenario')} about={t('scenarioAbout')}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const name = chosen.join('+')
          act(() => api.control('PUT', 'scenario', { scenario: name }), t('scenarioSet', { name }))
        }}
      >
        <fieldset class="choices">
          <legend class="visually-hidden">{t('scenario')}</legend>
          {scenarios.map((entry) => (
            <ScenarioChoice
              key={entry.name}
              {...entry}
              isChosen={chosen.includes(entry.name)}
              onToggle={() => toggle(entry.name)}
            />
          ))}
        </fieldset>
        <div class="row">
          <code dir="ltr">{chosen.join('+')}</code>
          <button type="submit" class="primary" disabled={chosen.length === 0}>
            {t('apply')}
          </button>
        </div>
      </form>
    </Card>
  )
}

/** Returns the scenarios of the mock, once they are loaded. */
function useScenarios(): readonly ScenarioEntry[] {
  const app = useApp()
  const [scenarios, setScenarios] = useState<readonly ScenarioEntry[]>([])
  useEffect(() => {
    runAction(app, async () => {
      const list = await app.api.control<{ scenarios: ScenarioEntry[] }>('GET', 'scenarios')
      setScenarios(list.scenarios)
    })
  }, [])
  return scenarios
}

interface ScenarioChoiceProps extends ScenarioEntry {
  readonly isChosen: boolean
  onToggle(): void
}

function ScenarioChoice({ name, about, isChosen, onToggle }: ScenarioChoiceProps) {
  return (
    <label class="choice">
      <input type="checkbox" checked={isChosen} onChange={onToggle} />
      <span lang="en" dir="ltr">
        <strong>{name}</strong> <span class="muted">{about}</span>
      </span>
    </label>
  )
}
