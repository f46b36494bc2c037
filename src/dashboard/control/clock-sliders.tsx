import { useEffect, useRef, useState } from 'preact/hooks'
import { chooseLocale } from '../languages.ts'

const MINUTE = 60_000
const DAY = 1440 * MINUTE
const MAX_DAYS = 60

interface ClockSlidersProps {
  /** The time of the clock, as an ISO instant. */
  readonly now: string
  onChange(iso: string): void
}

/** Two sliders: the day, up to two months from the day when the page was opened, and the time of the day. */
export function ClockSliders({ now, onChange }: ClockSlidersProps) {
  const current = Date.parse(now) || 0
  const [time, setTime] = useState(current)
  useEffect(() => setTime(current), [current])
  const origin = useRef(0)
  const day = Math.floor(time / DAY)
  const isFar = Math.abs(day - origin.current) > MAX_DAYS
  if (isFar && time === current) origin.current = day
  const minutes = Math.floor((time % DAY) / MINUTE)
  const locale = chooseLocale('en')
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(time)
  const toDay = (value: number): number => (origin.current + value) * DAY + (time % DAY)
  const toTime = (value: number): number => day * DAY + value * MINUTE
  const commit = (ms: number): void => onChange(new Date(ms).toISOString())
  return (
    <div class="stack">
      <Slider
        label="Day"
        text={format({ weekday: 'short', day: 'numeric', month: 'long' })}
        {...{ min: -MAX_DAYS, max: MAX_DAYS, step: 1, value: day - origin.current }}
        onInput={(value) => setTime(toDay(value))}
        onCommit={(value) => commit(toDay(value))}
      />
      <Slider
        label="Time of day"
        text={format({ hour: 'numeric', minute: '2-digit' })}
        {...{ min: 0, max: 1439, step: 1, value: minutes }}
        onInput={(value) => setTime(toTime(value))}
        onCommit={(value) => commit(toTime(value))}
      />
    </div>
  )
}

interface SliderProps {
  readonly label: string
  readonly text: string
  readonly min: number
  readonly max: number
  readonly step: number
  readonly value: number
  onInput(value: number): void
  onCommit(value: number): void
}

function Slider({ label, text, onInput, onCommit, ...range }: SliderProps) {
  return (
    <label class="field wide">
      <span class="label between">
        {label} <span>{text}</span>
      </span>
      <input
        type="range"
        {...range}
        aria-valuetext={text}
        onInput={({ currentTarget }) => onInput(currentTarget.valueAsNumber)}
        onChange={({ currentTarget }) => onCommit(currentTarget.valueAsNumber)}
      />
    </label>
  )
}
