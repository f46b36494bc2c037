import { useEffect, useState } from 'preact/hooks'
import { runAction, useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { useAction } from '../use-action.ts'

/** Chooses the scenario. Several are joined. */
export function ScenarioCard() {
  const { api, status } = useApp()
  const act = useAction()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { scenario } = status.value
  useEffect(() => setChosen(scenario.split('+')), [scenario])
  const name = chosen.join('+')
  return (
    <Card
      title="Scenario"
      about="The records of this world. Scenarios can be combined. Changing the scenario discards your edits."
    >
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault()
          const set = () => api.control('PUT', 'scenario', { scenario: name })
          act(set, `The scenario is now ${name}.`)
        }}
      >
        <ScenarioChoices chosen={chosen} onChoose={setChosen} />
        <div class="row">
          <code>{name}</code>
          <button type="submit" class="primary" disabled={chosen.length === 0}>
            Apply
          </button>
        </div>
      </form>
    </Card>
  )
}

interface ScenarioChoicesProps {
  readonly chosen: readonly string[]
  onChoose(names: readonly string[]): void
}

function ScenarioChoices({ chosen, onChoose }: ScenarioChoicesProps) {
  const app = useApp()
  const [scenarios, setScenarios] = useState<readonly { name: string; about: string }[]>([])
  useEffect(() => {
    runAction(app, async () => {
      const list = await app.api.control<{ scenarios: typeof scenarios }>('GET', 'scenarios')
      setScenarios(list.scenarios)
    })
  }, [])
  return (
    <fieldset class="choices">
      <legend class="visually-hidden">Scenario</legend>
      {scenarios.map(({ name, about }) => (
        <label key={name} class="choice">
          <input
            type="checkbox"
            checked={chosen.includes(name)}
            onChange={({ currentTarget: { checked } }) =>
              onChoose(checked ? [...chosen, name] : chosen.filter((other) => other !== name))
            }
          />
          <span>
            <strong>{name}</strong> <span class="muted">{about}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
