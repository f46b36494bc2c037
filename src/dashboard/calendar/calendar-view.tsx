import { useEffect, useState } from 'preact/hooks'
import { useApp } from '../app.ts'
import { chooseLocale, nameLanguage } from '../languages.ts'
import { Select } from '../parts/select.tsx'
import { storeSetting } from '../settings.ts'
import { CalendarPane } from './calendar-pane.tsx'
import { addDays, type CalendarMode, calendarModes, firstOfMonth, formatPeriod } from './dates.ts'
import { EventDetails } from './event-details.tsx'
import type { EventRecord } from './use-events.ts'

/** The width below which a month is a list at first. */
const NARROW = '(max-width: 40rem)'

/** The calendar of the records, in one language or in two next to each other. */
export function CalendarView() {
  const { language, secondLanguage, status } = useApp()
  const today = status.value.now.slice(0, 10)
  const [day, setDay] = useState(today)
  const [mode, setMode] = useState<CalendarMode>(matchMedia(NARROW).matches ? 'agenda' : 'month')
  const [opened, setOpened] = useState<OpenedEvent>()
  useEffect(() => setDay(today), [today])
  const languages = [language.value, secondLanguage.value].filter(Boolean)
  return (
    <>
      <Toolbar {...{ day, mode, today, setDay, setMode }} />
      <div class={languages.length > 1 ? 'panes two' : 'panes'}>
        {languages.map((code, n) => (
          <CalendarPane
            key={`${n} ${code}`}
            {...{ language: code, day, mode }}
            onOpen={(event) => setOpened({ event, language: code })}
          />
        ))}
      </div>
      {opened && <EventDetails {...opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

interface OpenedEvent {
  readonly event: EventRecord
  readonly language: string
}

interface CalendarToolbarProps {
  readonly day: string
  readonly mode: CalendarMode
  readonly today: string
  setDay(day: string): void
  setMode(mode: CalendarMode): void
}

function Toolbar({ day, mode, today, setDay, setMode }: CalendarToolbarProps) {
  const move = (steps: number): void =>
    setDay(mode === 'week' ? addDays(day, 7 * steps) : firstOfMonth(day, steps))
  return (
    <div class="toolbar">
      <div class="group">
        <button type="button" class="icon" aria-label="Previous" onClick={() => move(-1)}>
          <span class="chevron back" />
        </button>
        <button type="button" class="icon" aria-label="Next" onClick={() => move(1)}>
          <span class="chevron" />
        </button>
        <button type="button" onClick={() => setDay(today)}>
          Today
        </button>
      </div>
      <p class="period" aria-live="polite">
        {day && formatPeriod(chooseLocale('en'), day, mode)}
      </p>
      <SecondLanguage />
      <fieldset class="segments">
        <legend class="visually-hidden">Calendar view</legend>
        {calendarModes.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => setMode(name)}
          >
            {name[0]?.toUpperCase() + name.slice(1)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function SecondLanguage() {
  const { site, language, secondLanguage } = useApp()
  const others = site.value.languages.filter((code) => code !== language.value)
  return (
    <Select
      label="Second language"
      hasLabel
      value={secondLanguage.value}
      options={[
        { value: '', text: 'None' },
        ...others.map((value) => ({ value, text: nameLanguage(value) })),
      ]}
      onChange={(value) => {
        secondLanguage.value = value
        storeSetting('second', value)
      }}
    />
  )
}
