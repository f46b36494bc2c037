import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Plan } from '../../fixtures/plan/index.ts'
import {
  createCheckedWorld,
  listCalendarFaults,
  reportCalendar,
} from '../../scripts/calendar-report.ts'
import { type CheckedWorld, countContradictions } from '../../scripts/coherence.ts'
import { formatContradictions, formatShares, formatVariety } from '../../scripts/format-calendar.ts'

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

const cairo = { city: 'cairo' } as const
const stranger = { city: 'delhi', index: 47 } as const
/** The author of the poems of the landmark `noOrganizer`. */
const poet = { city: 'shanghai', index: 8 } as const

/** Returns whether two events are about the work of an event. */
const isShownTwice = ({ format, topic }: PlannedEvent) =>
  format === 'jazz' && world.plan.events.filter((event) => event.topic === topic).length > 1

const notLocal = ({ format, city, artist }: PlannedEvent) =>
  format === 'jazz' && artist?.city !== city

function isOfCollective({ organizers: [organizer = 0] }: PlannedEvent): boolean {
  const { name, kind } = world.plan.organizers[organizer] ?? {}
  return !name && kind === 'independentCollective'
}

/** Returns the world with an event that matches in Paris, on a day in August. */
function summer(match: (event: PlannedEvent) => boolean): CheckedWorld {
  const index = world.plan.events.findIndex(match)
  const events = world.plan.events.map((event, n) =>
    n === index ? { ...event, city: 'paris' as const } : event,
  )
  const event = (world.rows.event ?? []).map((row, n) =>
    n === index ? { ...row, start_date: `2030-08-01${row.start_date.slice(10)}` } : row,
  )
  return { ...world, plan: { ...world.plan, events }, rows: { ...world.rows, event } }
}

test.each<[rule: string, changed: CheckedWorld]>([
  ['a work has one author', changeEvent(isShownTwice, { artist: stranger })],
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
    changeEvent(({ prices }) => prices.length === 1 && prices[0] !== 0, { tags: ['freeEntry'] }),
  ],
  ['closing sentences are true of the event', changeEvent('talk', { closing: 'anyWeather' })],
  ['walks and rides take place in daylight', changeEvent('jazz', { format: 'walk' })],
  // 25 January is a holiday in Cairo; Ramadan 1451 is from 5 January to 3 February 2030
  ['nothing ordinary takes place on a public holiday', changeEvent(({ day }) => day === 18, cairo)],
  [
    'no food and nothing by day in Ramadan in Cairo',
    changeEvent(({ day }) => day > 0 && day < 18, { ...cairo, start: 600 }),
  ],
  ['a feast is on its day, or on the day before', changeEvent('talk', { feast: 'holi' })],
  [
    'the open air is warm, and what is tasted is ripe',
    changeEvent(({ day, city }) => day > 0 && day < 18 && city === 'berlin', { format: 'walk' }),
  ],
  [
    'the tag of a series has its sentence',
    changeEvent('comedy', { tags: ['series'], closing: 'questions' }),
  ],
  [
    'leisure by day is at the weekend',
    changeEvent(({ format, weekday }) => format === 'cooking' && weekday > 1, { start: 600 }),
  ],
  [
    'theatres in Paris have a break in summer',
    summer(({ format, name }) => format === 'theatre' && !name),
  ],
  ['a talk is tagged, and each promised talk takes place', changeEvent('reading', { course: '' })],
  [
    'a talk after a performance adds half an hour',
    changeEvent(({ minutes }) => minutes === 165, { minutes: 135 }),
  ],
  ['tags of the subject are never left out', changeEvent('cooking', { tags: [] })],
  [
    'two prices have the tag of who pays less',
    changeEvent(({ prices }) => prices.length > 1, { tags: [] }),
  ],
  ['the hour fits the topic', changeEvent(({ topic }) => topic === 'chairYoga', { start: 420 })],
  [
    'the topic fits the city',
    changeEvent(({ topic }) => topic === 'oldRailway', { city: 'shanghai' }),
  ],
  ['the kind of organizer knows the format', changeEvent(isOfCollective, { format: 'talk' })],
  ['exhibitions last weeks and end at a weekend', changeEvent('exhibition', { days: 5 })],
  [
    'events with the tag say how to register',
    changeEvent('craft', { tags: ['registration'], closing: undefined }),
  ],
  [
    'guests from abroad are translated',
    changeEvent(
      ({ format, city }) => format === 'reading' && city !== 'delhi' && city !== 'london',
      {
        artist: stranger,
        closing: undefined,
      },
    ),
  ],
  ['events for children are tagged', changeEvent('science', { tags: [] })],
  ['events of all day name no hours', changeEvent('market', { isAllDay: true, days: 2 })],
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

test('the calendar is as varied as fixtures/README.md promises, in every language', () => {
  expect(listCalendarFaults(report)).toEqual([])
})

test('the check finds a broken rule and a poor share', () => {
  const variety = {
    ...{ titles: 0.9, commonestTitle: 0.36, firstSentences: 0.4, paragraphs: 0.19 },
    ...{ titleColons: 0.87, excerptColons: 0.2 },
  }
  const before = {
    contradictions: new Map([['a rule', 2]]),
    shares: new Map([
      ['by municipal offices', 0.69],
      ['without a closing sentence', 0.2],
    ]),
    variety: new Map([['en', variety] as const]),
  }
  expect(listCalendarFaults(before)).toEqual([
    'broken 2 times: a rule',
    'municipal offices have 69 %',
    'only 20 % have no closing sentence',
    'en: titles 90 %, at least 97 %',
    'en: firstSentences 40 %, at least 60 %',
    'en: paragraphs 19 %, at least 40 %',
    'en: commonestTitle 36 %, at most 30 %',
    'en: titleColons 87 %, at most 35 %',
  ])
})

test('the tables in fixtures/README.md have the measured figures (npm run docs:update)', async () => {
  const document = await readFile(new URL('../../fixtures/README.md', import.meta.url), 'utf8')
  expect(document).toContain(formatContradictions(report))
  expect(document).toContain(formatShares(report))
  expect(document).toContain(formatVariety(report))
})
