import { useApp } from '../app.ts'
import { useAction, useList } from '../load-world.ts'
import { Card, Form, TextField, useDraft } from '../parts.tsx'
import { CheckpointsCard } from './checkpoints-card.tsx'
import { ClockCard } from './clock-card.tsx'
import { FaultsCard } from './faults-card.tsx'
import { StateCard, WorldsCard } from './worlds-card.tsx'

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
        <CheckpointsCard />
      </div>
    </div>
  )
}

const presets = ['0', '200', '400-2000', '3000'] as const

/** Sets the time before responses. */
function DelayCard() {
  const { api, status } = useApp()
  const act = useAction()
  const { delay } = status.value
  const set = (text: string): Promise<boolean> =>
    act(
      () => api.control('PUT', 'delay', { delay: text }),
      text === '0' ? 'Responses are sent without delay.' : `Delay: ${text.replace('-', '–')} ms`,
    )
  return (
    <Card
      title="Delay"
      about="How long the mock waits before each response. In a range, the time is random but the same in every run."
    >
      <div class="row">
        {presets.map((text) => (
          <button key={text} type="button" aria-pressed={delay === text} onClick={() => set(text)}>
            {text === '0' ? 'None' : `${text.replace('-', '–')} ms`}
          </button>
        ))}
      </div>
      <DelayForm delay={delay} onSet={set} />
    </Card>
  )
}

function DelayForm({ delay, onSet }: { readonly delay: string; onSet(delay: string): void }) {
  const [from = '0', to = from] = delay.split('-')
  const [min, setMin] = useDraft(from)
  const [max, setMax] = useDraft(to)
  const bound = { type: 'number', required: true, max: 300_000 } as const
  return (
    <Form class="row" onSubmit={() => onSet(Number(max) > Number(min) ? `${min}-${max}` : min)}>
      <TextField {...bound} label="From (ms)" value={min} onInput={setMin} />
      <TextField {...bound} label="To (ms)" value={max} onInput={setMax} />
      <button type="submit">Apply</button>
    </Form>
  )
}

/** Chooses the scenario. Several are joined. */
function ScenarioCard() {
  const { api, status } = useApp()
  const act = useAction()
  const [scenario, choose] = useDraft(status.value.scenario)
  const set = () => api.control('PUT', 'scenario', { scenario })
  return (
    <Card
      title="Scenario"
      about="The records of this world. Scenarios can be combined; where they disagree, the last one counts. Changing the scenario discards your edits."
    >
      <Form class="stack" onSubmit={() => act(set, `The scenario is now ${scenario}.`)}>
        <ScenarioChoices
          chosen={scenario.split('+').filter(Boolean)}
          onChoose={(names) => choose(names.join('+'))}
        />
        <div class="row">
          <code>{scenario}</code>
          <button type="submit" class="primary" disabled={scenario === ''}>
            Apply
          </button>
        </div>
      </Form>
    </Card>
  )
}

interface ScenarioChoicesProps {
  readonly chosen: readonly string[]
  onChoose(names: readonly string[]): void
}

const ScenarioChoices = ({ chosen, onChoose }: ScenarioChoicesProps) => (
  <fieldset class="choices">
    <legend class="visually-hidden">Scenario</legend>
    {useList<{ name: string; about: string }>('scenarios').map(({ name, about }) => (
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
