import {
  type Calendar,
  createCalendar,
  DayGrid,
  destroyCalendar,
  List,
  TimeGrid,
} from '@event-calendar/core'
import { useEffect, useRef } from 'preact/hooks'
import { chooseLocale } from '../languages.ts'
import { correctRoles, createEventButton } from './event-button.ts'

/** Options of the calendar. Functions are in `callbacks`. */
export type CalendarOptions = Omit<
  Calendar.Options,
  'datesSet' | 'moreLinkContent' | 'eventContent'
>

/** The functions that the calendar calls. */
export interface CalendarCallbacks {
  /** Opens the event with an ID. */
  open(id: string): void
  datesSet(info: Calendar.DatesSetInfo): void
  moreLinkContent(info: Calendar.MoreLinkInfo): string
}

/** The element of the calendar, and the ID of the element that names it. */
export interface CalendarTarget {
  readonly target: { readonly current: HTMLDivElement | null }
  readonly titleId: string
}

/** Creates the calendar, and passes changed options to it. The calendar calls the latest callbacks. */
export function useCalendar(
  { target, titleId }: CalendarTarget,
  options: CalendarOptions,
  callbacks: CalendarCallbacks,
): void {
  const calendar = useRef<Calendar>(undefined)
  const applied = useRef<Partial<Record<string, string>>>({})
  const latest = useRef(callbacks)
  latest.current = callbacks
  useEffect(() => {
    if (!target.current) return
    const created = createCalendar(target.current, [DayGrid, TimeGrid, List], {
      ...options,
      eventContent: (info) =>
        createEventButton(info, chooseLocale(target.current?.lang ?? 'en'), (id) =>
          latest.current.open(id),
        ),
      datesSet: (info) => latest.current.datesSet(info),
      moreLinkContent: (info) => latest.current.moreLinkContent(info),
    })
    calendar.current = created
    applied.current = serializeAll(options)
    const stop = correctRoles(target.current, titleId)
    return () => {
      stop()
      void destroyCalendar(created)
    }
  }, [target, titleId])
  useEffect(() => {
    const values = serializeAll(options)
    for (const name of Object.keys(options) as (keyof CalendarOptions)[])
      if (applied.current[name] !== values[name]) calendar.current?.setOption(name, options[name])
    applied.current = values
  })
}

/** Returns texts that differ when options have changed. */
const serializeAll = (options: CalendarOptions): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, JSON.stringify(value)]))
