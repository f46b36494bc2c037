import { useState } from 'preact/hooks'
import { useApp } from '../app.ts'
import { chooseLocale } from '../languages.ts'
import { Card } from '../parts/card.tsx'
import { useAction } from '../use-action.ts'
import { ClockSliders } from './clock-sliders.tsx'

const steps = [
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
  ['P1W', '+1 week'],
  ['P1M', '+1 month'],
] as const

/** Sets, moves, stops and starts the clock of the world. */
export function ClockCard() {
  const { api, status } = useApp()
  const act = useAction()
  const { now, frozen } = status.value
  const set = (change: object): Promise<boolean> =>
    act(() => api.control('PUT', 'clock', change), 'The clock was set.')
  const time = new Intl.DateTimeFormat(chooseLocale('en'), {
    ...({ dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' } as const),
  })
  return (
    <Card title="Clock" about="The current time in this world. Lists without dates depend on it.">
      <p class="big">{now !== '' && time.format(Date.parse(now))} UTC</p>
      <ClockSliders now={now} onChange={(iso) => set({ now: iso })} />
      <div class="row">
        {steps.map(([duration, text]) => (
          <button key={text} type="button" onClick={() => set({ advance: duration })}>
            {text}
          </button>
        ))}
        <button type="button" onClick={() => set({ now: `${now.slice(0, 4)}-12-31T23:59:00Z` })}>
          New Year’s Eve, 23:59
        </button>
        <button type="button" aria-pressed={frozen} onClick={() => set({ frozen: !frozen })}>
          Stop the clock
        </button>
      </div>
      <ClockForm key={now.slice(0, 16)} now={now} onSet={(iso) => set({ now: iso })} />
    </Card>
  )
}

interface ClockFormProps {
  readonly now: string
  onSet(iso: string): void
}

function ClockForm({ now, onSet }: ClockFormProps) {
  const [text, setText] = useState(now.slice(0, 16))
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault()
        onSet(`${text}Z`)
      }}
    >
      <label class="field">
        <span class="label">Date and time (UTC)</span>
        <input
          type="datetime-local"
          value={text}
          required
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      <button type="submit">Set clock</button>
    </form>
  )
}
