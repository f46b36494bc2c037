import '@event-calendar/core/index.css'
import type { Calendar } from '@event-calendar/core'
import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { textDirection } from '../../contract/site.ts'
import { DAY } from '../../dates/durations.ts'
import { type App, mayLeave, runAction, storeSetting, useApp } from '../app.ts'
import { changeWorld, loadSites, refresh } from '../load-world.ts'
import { chooseLocale, firstDayOfWeek, nameLanguage, timeFormat, toPlainText } from '../locale.ts'
import { type AnyRecord, useCollections } from '../openapi.ts'
import { Dialog, NextStep, Select } from '../parts.tsx'
import { readTime } from '../records/form-fields.ts'
import { RecordForm } from '../records/record-form.tsx'
import { EventDetails, formatTime, type OpenedEvent } from './event-details.tsx'
import {
  addDays,
  type DayRange,
  type EventRecord,
  moveEvent,
  overlaps,
  useEvents,
  useNextEvent,
} from './load-events.ts'
import { type CalendarOptions, toCalendarEvent, useCalendar } from './use-calendar.ts'

/** The calendar of the records, in one language or in two next to each other. */
export function CalendarView() {
  const app = useApp()
  const { language, secondLanguage, status, target } = app
  const today = status.value.now.slice(0, 10)
  app.lastDay.current = target.value[0] ?? app.lastDay.current // `#calendar/2030-01-09`
  const day = app.lastDay.current || today
  const setDay = (day: string): void => {
    target.value = [day]
    history.replaceState(null, '', `#calendar/${day}`)
  }
  useEffect(() => {
    if (!target.value[0] && app.lastDay.current) setDay(app.lastDay.current) // back from another view
  })
  const isNarrow = matchMedia('(max-width: 40rem)').matches // a month is a list at first
  const mode = modes.find((name) => name === app.mode.value) ?? (isNarrow ? 'agenda' : 'month')
  const [opened, setOpened] = useState<OpenedEvent>()
  const [start, setStart] = useState('')
  const close = (saved?: AnyRecord): void => {
    setStart('')
    if (saved) setDay(String(saved.start_date).slice(0, 10))
  }
  const languages = [language.value, secondLanguage.value].filter(Boolean)
  return (
    <>
      <Toolbar day={day} mode={mode} today={today} setDay={setDay} onCreate={() => setStart(day)} />
      <div class={languages.length > 1 ? 'panes two' : 'panes'}>
        {languages.map((code, n) => (
          <CalendarPane
            key={`${n} ${code}`}
            language={code}
            day={day}
            mode={mode}
            setDay={setDay}
            onOpen={(event) => setOpened({ event, language: code })}
            onCreate={setStart}
          />
        ))}
      </div>
      {opened && <EventDetails {...opened} onClose={() => setOpened(undefined)} />}
      {start && <NewEvent start={start} onClose={close} />}
    </>
  )
}

/** The form of a new event, in a dialog. The start is a day, whose events start in the evening, or a day and a time. */
function NewEvent({ start, onClose }: { start: string; onClose(saved?: AnyRecord): void }) {
  const app = useApp()
  const collections = useCollections()
  const collection = collections?.find(({ name }) => name === 'events')
  const [day, time = '19:00:00'] = start.split('T')
  return (
    <Dialog title="New event" onClose={() => mayLeave(app) && onClose()}>
      {collections && collection && (
        <RecordForm
          collection={collection}
          collections={collections}
          record={undefined}
          start={`${day} ${time}`}
          onSaved={onClose}
          onCancel={() => onClose()}
        />
      )}
    </Dialog>
  )
}

interface CalendarToolbarProps {
  readonly day: string
  readonly mode: CalendarMode
  readonly today: string
  setDay(day: string): void
  onCreate(): void
}

function Toolbar({ day, mode, today, setDay, onCreate }: CalendarToolbarProps) {
  const { site, language, secondLanguage, mode: chosen } = useApp()
  const others = site.value.languages.filter((code) => code !== language.value)
  const move = (steps: number): void =>
    setDay(mode === 'week' ? addDays(day, 7 * steps) : firstOfMonth(day, steps))
  const showToday = (): void => {
    setDay(today)
    const scroll = () =>
      document.querySelector('.ec-highlight')?.scrollIntoView({ block: 'center' })
    setTimeout(scroll) // after the calendar has drawn another period
  }
  return (
    <div class="toolbar">
      <div class="group">
        <button type="button" class="icon" aria-label="Previous" onClick={() => move(-1)}>
          <span class="chevron back" />
        </button>
        <button type="button" onClick={showToday}>
          Today
        </button>
        <button type="button" class="icon" aria-label="Next" onClick={() => move(1)}>
          <span class="chevron" />
        </button>
      </div>
      <p class="period" aria-live="polite">
        {day && formatPeriod(day, mode)}
      </p>
      <fieldset class="segments">
        <legend class="visually-hidden">Calendar view</legend>
        {modes.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={mode === name}
            onClick={() => (chosen.value = name)}
          >
            {name[0]?.toUpperCase() + name.slice(1)}
          </button>
        ))}
      </fieldset>
      <Select
        label="Second language"
        value={secondLanguage.value}
        options={[['', 'None'], ...others.map((code) => [code, nameLanguage(code)] as const)]}
        onChange={(value) => {
          secondLanguage.value = value
          storeSetting('second', value)
        }}
      />
      <button type="button" onClick={onCreate}>
        New event
      </button>
    </div>
  )
}

function firstOfMonth(day: string, months: number): string {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months, 1)
  return date.toISOString().slice(0, 10)
}

function findPeriod(day: string, mode: CalendarMode): DayRange {
  if (mode !== 'week') return { start: firstOfMonth(day, 0), end: firstOfMonth(day, 1) }
  const weekday = new Date(day).getUTCDay()
  const start = addDays(day, -((weekday + 7 - firstDayOfWeek()) % 7))
  return { start, end: addDays(start, 7) }
}

function formatPeriod(day: string, mode: CalendarMode): string {
  if (mode !== 'week') return timeFormat({ month: 'long', year: 'numeric' }).format(Date.parse(day))
  const { start, end } = findPeriod(day, mode)
  const format = timeFormat({ day: 'numeric', month: 'short', year: 'numeric' })
  return format.formatRange(Date.parse(start), Date.parse(addDays(end, -1)))
}

/** Returns the hour that a week begins with: the hour of its earliest event, or 8 o'clock. */
function findFirstHour(events: readonly EventRecord[]): string {
  const [first = '08'] = events.map(({ start_date }) => start_date.slice(11, 13)).sort()
  return `${first}:00:00`
}

interface PaneProps {
  readonly language: string
  readonly day: string
  readonly mode: CalendarMode
  setDay(day: string): void
  onOpen(event: EventRecord): void
  onCreate(start: string): void
}

/** The modes of the calendar with the names that the library has for them. */
const calendarViews = {
  month: 'dayGridMonth',
  week: 'timeGridWeek',
  agenda: 'listMonth',
} as const

type CalendarMode = keyof typeof calendarViews
const modes = Object.keys(calendarViews) as CalendarMode[] // the keys of a constant

/** A calendar of the records in one language, in the direction of its script. */
function CalendarPane({ language, day, mode, setDay, onOpen, onCreate }: PaneProps) {
  const app = useApp()
  const target = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const [range, setRange] = useState<DayRange>()
  const { events, state } = useEvents(language, range)
  const [showsAll, showAll] = useState(false)
  const { hidden, ...shown } = chooseEvents(app, events, { language, mode, showsAll })
  const today = app.status.value.now.slice(0, 10)
  const period = findPeriod(day || today, mode)
  const isEmpty = state === 'ready' && !events.some((event) => overlaps(event, period))
  const options = {
    ...createOptions(language, mode),
    date: day,
    highlightedDates: [today].filter(Boolean),
    ...shown,
  }
  useCalendar(target, titleId, options, {
    open(id) {
      const found = events.find((event) => String(event.id) === id)
      if (found) onOpen(found)
    },
    create: onCreate,
    async move(id, by, revert) {
      const move = () => moveEvent(app, { id, language }, by)
      const isDone = await changeWorld(app, move, 'The event was moved in all its languages.')
      if (!isDone) revert()
    },
    show: setRange,
  })
  return (
    <section
      class={`pane ${mode} ${state === 'loading' && events.length === 0 ? state : ''}`}
      aria-label={nameLanguage(language)}
      onAnimationEnd={() => (app.created.value = 0)}
      style={mode === 'month' && range ? { minHeight: findMonthHeight(events, range) } : {}}
    >
      <h2 id={titleId} class="pane-title">
        {nameLanguage(language)}
        <span class="count" data-state={state}>
          {{ ready: `Events: ${events.length}`, loading: 'Loading…', error: '' }[state]}
        </span>
      </h2>
      {state === 'error' && <LoadFailure />}
      {hidden > 0 && (
        <p class="pane-note">
          <button type="button" aria-expanded={showsAll} onClick={() => showAll(!showsAll)}>
            {showsAll ? 'Fewer' : `+${hidden} more that last for days`}
          </button>
        </p>
      )}
      {isEmpty && <EmptyPeriod language={language} day={day} mode={mode} setDay={setDay} />}
      <div ref={target} class="calendar" lang={language} dir={textDirection(language)} />
    </section>
  )
}

/** A week shows this many events that last for days above its hours, the shortest first, and the others on demand. */
const MAX_LONG = 3

/** Returns the events that a mode shows, the hour that a week begins with, and the number of long events that a week hides at first. */
function chooseEvents(
  { created }: App,
  events: readonly EventRecord[],
  { language, mode, showsAll }: Pick<PaneProps, 'language' | 'mode'> & { showsAll: boolean },
) {
  const long = mode === 'month' ? [] : events.filter((event) => getLength(event) >= DAY)
  long.sort((a, b) => getLength(a) - getLength(b))
  const hidden = mode === 'week' ? long.slice(MAX_LONG) : []
  const shown = showsAll ? events : events.filter((event) => !hidden.includes(event))
  const show = (event: EventRecord) => {
    const isLong = long.includes(event)
    const hasFrom = isLong && mode === 'agenda'
    return toCalendarEvent(event, {
      isLong,
      from: hasFrom ? `from ${formatTime(language, event.start_date)}` : '',
      isNew: created.value === event.id,
    })
  }
  const timed = events.filter((event) => !event.all_day && !long.includes(event))
  return { hidden: hidden.length, events: shown.map(show), scrollTime: findFirstHour(timed) }
}

const getLength = ({ start_date, end_date }: EventRecord): number =>
  readTime(end_date) - readTime(start_date)

/** A day of a month has room for this many events at most, whatever the height of the window. */
const MAX_LINES = 6

/** Returns the height that shows all events of most days, and one more: what lasts weeks would hide what is on today. */
function findMonthHeight(events: readonly EventRecord[], { start, end }: DayRange): string {
  const days: number[] = []
  for (let day = start; day < end; day = addDays(day, 1))
    days.push(
      events.filter((event) => overlaps(event, { start: day, end: addDays(day, 1) })).length,
    )
  const median = days.sort((a, b) => a - b)[days.length >> 1] ?? 0
  return `${5 + (days.length / 7) * (4 + 1.5625 * Math.min(MAX_LINES, median + 1))}rem`
}

/** Says that the mock has not answered, and asks it again. */
export function LoadFailure() {
  const app = useApp()
  const retry = async (): Promise<void> => {
    if (app.sites.value.length === 0) await loadSites(app)
    await refresh(app)
  }
  return (
    <div class="alert row between" role="alert">
      The mock did not answer, so there is nothing to show.
      <button type="button" onClick={() => runAction(app, retry)}>
        Retry
      </button>
    </div>
  )
}

/** Says that the shown month or week has no events, and leads to the next event. */
function EmptyPeriod({ language, day, mode, setDay }: Omit<PaneProps, 'onOpen' | 'onCreate'>) {
  const next = useNextEvent(language, findPeriod(day, mode).end)
  const date = next?.start_date.slice(0, 10) ?? ''
  return (
    <p class="pane-note">
      No events in {mode === 'week' ? 'this week' : formatPeriod(day, mode)}.{' '}
      {next === null && (
        <>
          There are none later. Click on a day to create one, or choose a scenario that has some:{' '}
          <NextStep path="/__calmock/scenario" body={{ scenario: 'city' }} />
        </>
      )}
      {next && (
        <>
          Next:{' '}
          <button type="button" class="plain link" onClick={() => setDay(date)}>
            <bdi lang={language}>{toPlainText(next.title)}</bdi>,{' '}
            {timeFormat({ dateStyle: 'long' }).format(Date.parse(date))}
          </button>
        </>
      )}
    </p>
  )
}

/** Returns the options that are the same for all days and events. */
const createOptions = (language: string, mode: CalendarMode): CalendarOptions => ({
  view: calendarViews[mode],
  locale: chooseLocale(language),
  firstDay: firstDayOfWeek() as Calendar.dayOfWeek, // 0 to 6
  headerToolbar: { start: '', center: '', end: '' },
  buttonText: { close: 'Close' },
  dayMaxEvents: true,
  moreLinkContent: ({ num }) => ({ html: `<bdi dir="ltr">+${num} more</bdi>` }),
  height: mode === 'agenda' ? 'auto' : '100%',
  allDayContent: 'all day',
  noEventsContent: '',
  eventTimeFormat: { hour: 'numeric', minute: '2-digit' },
})
