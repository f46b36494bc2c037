import { useState } from 'preact/hooks'
import { useApp } from '../app.ts'
import { Card } from '../parts/card.tsx'
import { useAction } from '../use-action.ts'

const presets = ['0', '200', '400-2000', '3000'] as const

/** Sets the time before responses. */
export function DelayCard() {
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
      <DelayForm key={delay} delay={delay} onSet={set} />
    </Card>
  )
}

interface DelayFormProps {
  readonly delay: string
  onSet(delay: string): void
}

function DelayForm({ delay, onSet }: DelayFormProps) {
  const [from = '0', to = from] = delay.split('-')
  const [min, setMin] = useState(from)
  const [max, setMax] = useState(to)
  const bounds = [
    ['From (ms)', min, setMin],
    ['To (ms)', max, setMax],
  ] as const
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onSet(Number(max) > Number(min) ? `${min}-${max}` : min)
      }}
    >
      {bounds.map(([label, value, set]) => (
        <label key={label} class="field narrow">
          <span class="label">{label}</span>
          <input
            {...{ type: 'number', min: 0, max: 300_000, required: true, value }}
            onInput={({ currentTarget }) => set(currentTarget.value)}
          />
        </label>
      ))}
      <button type="submit">Apply</button>
    </form>
  )
}
