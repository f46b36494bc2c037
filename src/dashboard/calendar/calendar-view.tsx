import '@event-calendar/core/index.css'
import type { Calendar } from '@event-calendar/core'
import { useId, useRef, useState } from 'preact/hooks'
import { languageHeader, textDirection } from '../../contract/site.ts'
import { mayLeave, runAction, storeSetting, useApp } from '../app.ts'
import { changeWorld, loadSites, refresh } from '../load-world.ts'
import { chooseLocale, firstDayOfWeek, nameLanguage, timeFormat, toPlainText } from '../locale.ts'
import { useCollections } from '../openapi.ts'
import { Dialog, NextStep, Select, useDraft } from '../parts.tsx'
import { readTime } from '../records/form-fields.ts'
import { RecordForm } from '../records/record-form.tsx'
import {
  addDays,
  type DayRange,
  type EventRecord,
  moveEvent,
  overlaps,
  useEvents,
  useNextEvent,
} from './load-events.ts'
import { type CalendarOptions, useCalendar } from './use-calendar.ts'

/** The calendar of the records, in one language or in two next to each other. */
export function CalendarView() {
  const { language, secondLanguage, status, target } = useApp()
  const today = status.value.now.slice(0, 10)
  const [day, setDay] = useDraft(target.value[0] ?? today) // `#calendar/2030-01-09`
  const isNarrow = matchMedia('(max-width: 40rem)').matches // a month is a list at first
  const [mode, setMode] = useState<CalendarMode>(isNarrow ? 'agenda' : 'month')
  const [opened, setOpened] = useState<OpenedEvent>()
  const [start, setStart] = useState('')
  const languages = [language.value, secondLanguage.value].filter(Boolean)
  return (
    <>
      <Toolbar
        day={day}
        mode={mode}
        today={today}
        setDay={setDay}
        setMode={setMode}
        onCreate={() => setStart(day)}
      />
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
      {start && <NewEvent start={start} onClose={() => setStart('')} />}
    </>
  )
}

/** The form of a new event, in a dialog. The start is a day, whose events start in the evening, or a day and a time. */
function NewEvent({ start, onClose }: { readonly start: string; onClose(): void }) {
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
          onCancel={onClose}
        />
      )}
    </Dialog>
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
  onCreate(): void
}

const showToday = (): void =>
  document.querySelector('.ec-highlight')?.scrollIntoView({ block: 'center' })

function Toolbar({ day, mode, today, setDay, setMode, onCreate }: CalendarToolbarProps) {
  const { site, language, secondLanguage } = useApp()
  const others = site.value.languages.filter((code) => code !== language.value)
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
        <button
          type="button"
          onClick={() => {
            setDay(today)
            setTimeout(showToday) // after the calendar has drawn another period
          }}
        >
          Today
        </button>
        <button type="button" onClick={onCreate}>
          New event
        </button>
      </div>
      <p class="period" aria-live="polite">
        {day && formatPeriod(day, mode)}
      </p>
      <Select
        label="Second language"
        value={secondLanguage.value}
        options={[['', 'None'], ...others.map((code) => [code, nameLanguage(code)] as const)]}
        onChange={(value) => {
          secondLanguage.value = value
          storeSetting('second', value)
        }}
      />
      <fieldset class="segments">
        <legend class="visually-hidden">Calendar view</legend>
        {(Object.keys(calendarViews) as CalendarMode[]).map((name) => (
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

function EventDetails({ event, language, onClose }: OpenedEvent & { onClose(): void }) {
  const { api } = useApp()
  const image = event.image && (event.image.sizes?.large?.url ?? event.image.url)
  return (
    <Dialog title={toPlainText(event.title)} language={language} onClose={onClose}>
      {image && <img class="poster" src={api.localUrl(image)} alt="" />}
      <dl class="facts" lang={language} dir={textDirection(language)}>
        {listFacts(event, language).map(([label, text]) => (
          <div key={label}>
            <dt lang={document.documentElement.lang} dir="auto">
              {label}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <p class="prose" lang={language} dir={textDirection(language)}>
        {toPlainText(event.description)}
      </p>
      <p class="links">
        <a href={api.localUrl(event.url)} target="_blank" rel="noreferrer">
          Event page
        </a>
        <a href={api.localUrl(event.rest_url)} target="_blank" rel="noreferrer">
          JSON
        </a>
        <a href={`#records/events/${event.id}`} onClick={onClose}>
          Edit
        </a>
      </p>
    </Dialog>
  )
}

function listFacts(event: EventRecord, language: string) {
  const venue = Array.isArray(event.venue) ? {} : event.venue
  const join = (parts: readonly (string | undefined)[]): string =>
    parts
      .flatMap((part) => (part ? [toPlainText(part)] : []))
      .join(languageHeader(language).comma ?? ', ')
  const facts = [
    ['When', formatTimes(chooseLocale(language), event)],
    ['Venue', join([venue.venue, venue.address, venue.city])],
    ['Organizer', join(event.organizer.map(({ organizer }) => organizer))],
    ['Categories', join(event.categories.map(({ name }) => name))],
    ['Tags', join(event.tags.map(({ name }) => name))],
    ['Cost', toPlainText(event.cost)],
  ] as const
  return facts.filter(([, text]) => text !== '')
}

/** Returns the start and the end of an event as text, in its zone. The service sends wall times. */
function formatTimes(language: string, event: EventRecord): string {
  const day = { weekday: 'short', day: 'numeric', month: 'long', year: 'numeric' } as const
  const time = event.all_day ? {} : ({ hour: 'numeric', minute: '2-digit' } as const)
  const format = new Intl.DateTimeFormat(language, { ...day, ...time, timeZone: 'UTC' })
  const text = format.formatRange(readTime(event.start_date), readTime(event.end_date))
  return event.all_day ? text : `${text} ${event.timezone_abbr}`
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

/** A calendar of the records in one language, in the direction of its script. */
function CalendarPane({ language, day, mode, setDay, onOpen, onCreate }: PaneProps) {
  const app = useApp()
  const target = useRef<HTMLDivElement>(null)
  const titleId = useId()
  const [range, setRange] = useState<DayRange>()
  const { events, state } = useEvents(language, range)
  const today = app.status.value.now.slice(0, 10)
  const period = findPeriod(day || today, mode)
  const isEmpty = state === 'ready' && !events.some((event) => overlaps(event, period))
  const options = {
    ...createOptions(language, mode),
    date: day,
    highlightedDates: [today].filter(Boolean),
    events: events.map(toCalendarEvent),
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
      style={mode === 'month' && range ? { minHeight: findMonthHeight(events, range) } : {}}
    >
      <h2 id={titleId} class="pane-title">
        {nameLanguage(language)}
        <span class="count" data-state={state}>
          {{ ready: `Events: ${events.length}`, loading: 'Loading…', error: '' }[state]}
        </span>
      </h2>
      {state === 'error' && <LoadFailure />}
      {isEmpty && <EmptyPeriod language={language} day={day} mode={mode} setDay={setDay} />}
      <div ref={target} class="calendar" lang={language} dir={textDirection(language)} />
    </section>
  )
}

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
  scrollTime: '08:00:00',
  allDayContent: 'all day',
  noEventsContent: '',
  eventTimeFormat: { hour: 'numeric', minute: '2-digit' },
})

/** Returns an event of the service as an event of the calendar, at the wall times of its zone. */
function toCalendarEvent(event: EventRecord): Calendar.EventInput {
  const [start, end] = [event.start_date, event.end_date].map((text) => text.replace(' ', 'T'))
  const isAllDay = event.all_day
  return {
    id: event.id,
    title: toPlainText(event.title) || '—',
    allDay: isAllDay,
    start: isAllDay ? event.start_date.slice(0, 10) : (start ?? ''),
    end: isAllDay ? addDays(event.end_date.slice(0, 10), 1) : (end ?? ''),
    classNames: [`part-${findPartOfDay(event)}`],
  }
}

/** Returns the part of the day that an event begins in, which decides its colour. */
function findPartOfDay({ all_day, start_date }: EventRecord): string {
  if (all_day) return 'all'
  const hour = Number(start_date.slice(11, 13))
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}
