import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Plan } from '../../fixtures/plan/index.ts'
import {
  createCheckedWorld,
  listCalendarFaults,
  reportCalendar,
} from '../../scripts/calendar-report.ts'
import { type CheckedWorld, countContradictions } from '../../scripts/coherence.ts'
import { formatContradictions, formatVariety } from '../../scripts/format-calendar.ts'

/** Returns the names of the rules that a world breaks. */
const findBroken = (world: CheckedWorld): readonly string[] =>
  [...countContradictions(world)].filter(([, count]) => count > 0).map(([name]) => name)

const world = createCheckedWorld(1, 300)

type PlannedEvent = Plan['events'][number]

/** Returns a world with other facts of the first generated event that matches, or that has a format. */
function changeEvent(
  match: string | ((event: PlannedEvent) => boolean),
  change: Partial<PlannedEvent>,
): CheckedWorld {
  const isChanged =
    typeof match === 'string' ? ({ format }: PlannedEvent) => format === match : match
  const index = world.plan.events.findIndex(
    (event) => !event.name && !event.shape && isChanged(event),
  )
  const events = world.plan.events.map((event, n) =>
    n === index ? { ...event, ...change } : event,
  )
  return { ...world, plan: { ...world.plan, events } }
}

/** Returns a world with two rows that have the same value in a column. */
function repeatValue(kind: string, column: string): CheckedWorld {
  const [first, second, ...others] = world.rows[kind] ?? []
  const rows = [first, { ...second, [column]: first?.[column] }, ...others] as typeof others
  return { ...world, rows: { ...world.rows, [kind]: rows } }
}

const stranger = { city: 'delhi', index: 47 } as const
/** The author of the poems of the landmark `noOrganizer`. */
const poet = { city: 'shanghai', index: 8 } as const

const notLocal = ({ format, city, artist }: PlannedEvent) =>
  format === 'jazz' && artist?.city !== city

test.each<[rule: string, changed: CheckedWorld]>([
  ['a work has one author', changeEvent(({ topic }) => topic === 'ballads', { artist: stranger })],
  ['a person has one profession', changeEvent('yoga', { artist: poet })],
  ['the organizer works in the field and the city', changeEvent('yoga', { organizers: [0] })],
  ['the format fits the venue', changeEvent('cinema', { format: 'market' })],
  [
    'the course fits the topic',
    changeEvent(({ topic }) => topic === 'pickles', { course: 'pairs' }),
  ],
  ['open air is tagged where it is', changeEvent('talk', { tags: ['openAir'] })],
  ['local artists live in the city', changeEvent(notLocal, { tags: ['localArtists'] })],
  ['late nights end after 23:00', changeEvent('talk', { tags: ['lateNight'] })],
  [
    'the weekend follows the country',
    changeEvent(({ tags }) => tags.includes('weekend'), { tags: [] }),
  ],
  [
    'free entry costs nothing',
    changeEvent(({ tickets }) => tickets === 1, { tags: ['freeEntry'] }),
  ],
  ['closing sentences are true of the event', changeEvent('talk', { closings: ['anyWeather'] })],
  ['walks and rides take place in daylight', changeEvent('jazz', { format: 'walk' })],
  ['no telephone number twice', repeatValue('venue', 'phone')],
  ['no two venues have the same name', repeatValue('venue', 'venue')],
  ['no two organizers have the same name', repeatValue('organizer', 'organizer')],
  ['street, district and postal code belong together', repeatValue('venue', 'zip')],
])('the check finds an event that breaks the rule: %s', (rule, changed) => {
  expect(findBroken(changed)).toContain(rule)
})

test('the check finds a venue and a person that are booked twice', () => {
  const [first, ...others] = world.rows.event ?? []
  const plans = world.plan.events
  const copy = { ...first, id: (first?.id ?? 0) + 100 } as NonNullable<typeof first> // the next event, at the time of the first
  const events = plans.map((plan, i) => (i < 2 ? { ...plan, venue: 0, artist: stranger } : plan))
  const changed = {
    ...world,
    plan: { ...world.plan, events },
    rows: { ...world.rows, event: [first, copy, ...others.slice(1)] as typeof others },
  }
  expect(findBroken(changed)).toEqual(
    expect.arrayContaining([
      'a person is in one place at a time',
      'a venue has one event at a time',
    ]),
  )
})

const report = reportCalendar()

test('the calendar is as varied as docs/records.md promises, in every language', () => {
  expect(listCalendarFaults(report)).toEqual([])
})

test('the check finds a broken rule and a poor share', () => {
  const variety = { titles: 0.96, commonestTitle: 0.26, firstSentences: 0.4, paragraphs: 0.19 }
  const before = {
    contradictions: new Map([['a rule', 2]]),
    variety: new Map([['en', variety] as const]),
  }
  expect(listCalendarFaults(before)).toEqual([
    'broken 2 times: a rule',
    'en: titles 96 %, at least 97 %',
    'en: firstSentences 40 %, at least 60 %',
    'en: paragraphs 19 %, at least 45 %',
    'en: one pattern has 26 % of the titles',
  ])
})

test('the tables in docs/records.md have the measured figures (npm run docs:update)', async () => {
  const document = await readFile(new URL('../../docs/records.md', import.meta.url), 'utf8')
  expect(document).toContain(formatContradictions(report))
  expect(document).toContain(formatVariety(report))
})
