import { useRef } from 'preact/hooks'
import { DAY, MINUTE } from '../../dates/durations.ts'
import { useApp } from '../app.ts'
import { useAction } from '../load-world.ts'
import { timeFormat } from '../locale.ts'
import { Card, Form, TextField, useDraft } from '../parts.tsx'

/** The moves of the clock: ISO 8601 durations and their names. */
export const steps = [
  ['PT1H', '+1 hour'],
  ['P1D', '+1 day'],
  ['P1W', '+1 week'],
  ['P1M', '+1 month'],
] as const

export function ClockCard() {
  const { api, status } = useApp()
  const act = useAction()
  const { now, frozen } = status.value
  const set = (change: object): Promise<boolean> =>
    act(() => api.control('PUT', 'clock', change), 'The clock was set.', 'clock')
  const [text, setText] = useDraft(now.slice(0, 16))
  const time = timeFormat({ dateStyle: 'full', timeStyle: 'short' })
  return (
    <Card title="Clock" about="The current time in this world. Lists without dates depend on it.">
      <p class="big">{now !== '' && time.format(Date.parse(now))} UTC</p>
      <label class="switch">
        <input
          type="checkbox"
          role="switch"
          checked={!frozen}
          aria-checked={!frozen}
          onChange={({ currentTarget }) => set({ frozen: !currentTarget.checked })}
        />
        Clock runs
      </label>
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
      </div>
      <Form class="row" onSubmit={() => set({ now: `${text}Z` })}>
        <TextField
          label="Date and time (UTC)"
          type="datetime-local"
          required
          value={text}
          onInput={setText}
        />
        <button type="submit">Set clock</button>
      </Form>
    </Card>
  )
}

const MAX_DAYS = 60

/** Two sliders: the day, up to two months from the day when the page was opened, and the time of the day. */
function ClockSliders({ now, onChange }: { readonly now: string; onChange(iso: string): void }) {
  const current = Date.parse(now) || 0
  const [time, setTime] = useDraft(current)
  const origin = useRef(0)
  const day = Math.floor(time / DAY)
  const isFar = Math.abs(day - origin.current) > MAX_DAYS
  if (isFar && time === current) origin.current = day
  const sliders = [
    {
      label: 'Day',
      text: timeFormat({ weekday: 'short', day: 'numeric', month: 'long' }).format(time),
      range: { min: -MAX_DAYS, max: MAX_DAYS, value: day - origin.current },
      toTime: (value: number): number => (origin.current + value) * DAY + (time % DAY),
    },
    {
      label: 'Time of day',
      text: timeFormat({ hour: 'numeric', minute: '2-digit' }).format(time),
      range: { min: 0, max: 1439, value: Math.floor((time % DAY) / MINUTE) },
      toTime: (value: number): number => day * DAY + value * MINUTE,
    },
  ]
  return (
    <div class="stack">
      {sliders.map(({ label, text, range, toTime }) => (
        <label key={label} class="field wide">
          <span class="label between">
            {label} <span>{text}</span>
          </span>
          <input
            type="range"
            {...range}
            aria-valuetext={text}
            onInput={({ currentTarget }) => setTime(toTime(currentTarget.valueAsNumber))}
            onChange={({ currentTarget }) =>
              onChange(new Date(toTime(currentTarget.valueAsNumber)).toISOString())
            }
          />
        </label>
      ))}
    </div>
  )
}
