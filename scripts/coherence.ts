import {
  type Audience,
  cities,
  closings,
  type District,
  districts,
  type Format,
  formats,
  handWrittenOrganizers,
  type OrganizerFacts,
  organizerKinds,
  professions,
  type TopicFacts,
  type VenueKindFacts,
  venueKinds,
} from '../fixtures/facts/index.ts'
import type { EventPlan } from '../fixtures/plan/event-facts.ts'
import type { Plan } from '../fixtures/plan/index.ts'
import type { Row } from '../src/contract/resource.ts'
import { parseSeededId } from '../src/seed/ids.ts'
import { computeDaylight } from './daylight.ts'

const DAY = 86_400_000
const MINUTE = 60_000

/** A world to check: its plan, and its rows in one language by kind. */
export interface CheckedWorld {
  readonly plan: Plan
  readonly rows: Readonly<Record<string, readonly Row[]>>
  /** The first millisecond of the anchor day, UTC. */
  readonly midnight: number
}

/** An event with its plan. */
interface PlannedEvent {
  readonly plan: EventPlan
  readonly row: Row
  /** Start and end in milliseconds, UTC. */
  readonly start: number
  readonly end: number
}

/** A rule that all records of a world obey, with a function that returns the records that break it. */
interface Rule {
  readonly name: string
  find(world: CheckedWorld, events: readonly PlannedEvent[]): readonly unknown[]
}

/** Returns the number of contradictions in a world, by rule. */
export function countContradictions(world: CheckedWorld): ReadonlyMap<string, number> {
  const events = (world.rows.event ?? []).map((row): PlannedEvent => {
    const plan = world.plan.events[parseSeededId(row.id).ordinal] as EventPlan // each row has a plan
    return { plan, row, start: toTime(row.utc_start_date), end: toTime(row.utc_end_date) }
  })
  return new Map(rules.map(({ name, find }) => [name, find(world, events).length]))
}

const toTime = (date: string): number => Date.parse(`${date.replace(' ', 'T')}Z`)

/** Returns the events that a predicate accepts. */
const each =
  (isFault: (event: PlannedEvent, world: CheckedWorld) => boolean): Rule['find'] =>
  (world, events) =>
    events.filter((event) => isFault(event, world))

/** Returns the works that several people are the authors of. */
function findAuthors(events: readonly PlannedEvent[]): readonly string[] {
  const authors = new Map<string, Set<string>>()
  for (const { plan } of events) {
    const { artist }: Format = formats[plan.format]
    if (artist !== 'author' || !plan.artist || plan.name) continue
    const work = `${plan.format} ${plan.topic}`
    authors.set(
      work,
      (authors.get(work) ?? new Set()).add(`${plan.artist.city} ${plan.artist.index}`),
    )
  }
  return [...authors].filter(([, people]) => people.size > 1).map(([work]) => work)
}

/** Returns the people whose formats do not belong to one profession. */
function findProfessions(events: readonly PlannedEvent[]): readonly string[] {
  const work = new Map<string, Set<string>>()
  for (const { plan } of events) {
    if (!plan.artist) continue
    const person = `${plan.artist.city} ${plan.artist.index}`
    work.set(person, (work.get(person) ?? new Set()).add(plan.format))
  }
  const isProfession = (found: Set<string>): boolean =>
    professions.some((fields: readonly string[]) =>
      [...found].every((format) => fields.includes(format)),
    )
  return [...work].filter(([, found]) => !isProfession(found)).map(([person]) => person)
}

/** Returns the events that start before an earlier one with the same key has ended. */
function findOverlaps(
  events: readonly PlannedEvent[],
  readKey: (event: PlannedEvent) => string | number | undefined,
): readonly PlannedEvent[] {
  const sorted = [...events].sort((a, b) => a.start - b.start)
  const ends = new Map<string | number, number>()
  return sorted.filter((event) => {
    const key = readKey(event)
    if (key === undefined) return false
    const isOverlap = event.start < (ends.get(key) ?? 0)
    ends.set(key, Math.max(ends.get(key) ?? 0, event.end))
    return isOverlap
  })
}

function hasForeignOrganizer({ plan }: PlannedEvent, world: CheckedWorld): boolean {
  return plan.organizers.some((ordinal) => {
    const organizer = world.plan.organizers[ordinal]
    if (!organizer || organizer.city !== plan.city) return true
    if (plan.name) return false // hand-written together with its organizer
    const { formats: fields, topics }: OrganizerFacts = organizer.name
      ? handWrittenOrganizers[organizer.name]
      : organizerKinds[organizer.kind]
    return !fields.includes(plan.format) || topics?.includes(plan.topic) === false
  })
}

const readVenueKind = (
  { venue }: EventPlan,
  { plan }: CheckedWorld,
): VenueKindFacts | undefined => {
  const kind = venue === undefined ? undefined : plan.venues[venue]?.kind
  return kind && venueKinds[kind]
}

const readTopic = ({ format, topic }: EventPlan): TopicFacts => {
  const { topics }: Format = formats[format]
  return topics[topic] ?? {}
}

function hasForeignVenue({ plan }: PlannedEvent, world: CheckedWorld): boolean {
  if (plan.venue === undefined || plan.name || plan.shape) return false
  const kind = world.plan.venues[plan.venue]?.kind
  const { kinds }: Format = formats[plan.format]
  const fitting = readTopic(plan).kinds ?? kinds
  return kind === undefined || !fitting.includes(kind)
}

const hasForeignCourse = ({ plan }: PlannedEvent): boolean =>
  readTopic(plan).courses?.includes(plan.course) === false

function isOutdoors(plan: EventPlan, world: CheckedWorld): boolean {
  const format: Format = formats[plan.format]
  return format.isOutdoors === true || readVenueKind(plan, world)?.isOutdoors === true
}

function isOnWeekend({ plan, row }: PlannedEvent): boolean {
  const weekday = new Date(`${row.start_date.slice(0, 10)}T00:00:00Z`).getUTCDay()
  return cities[plan.city].weekend.includes(weekday)
}

const hasWrongWeekend = (event: PlannedEvent): boolean =>
  isOnWeekend(event) !== event.plan.tags.includes('weekend')

/** Returns whether a generated event for children starts before 15:00 on a working day. */
function isInSchoolHours(event: PlannedEvent): boolean {
  const { name, format, start } = event.plan
  const isFamilyEvent = formats[format].group === 'family' && name === undefined
  return isFamilyEvent && !isOnWeekend(event) && start < 15 * 60
}

/** Returns the premieres of works that were shown in the city before. */
const findLatePremieres = (events: readonly PlannedEvent[]): readonly PlannedEvent[] =>
  events.filter(
    ({ plan, start }) =>
      plan.tags.includes('premiere') &&
      !plan.name &&
      events.some(
        (other) =>
          other.start < start &&
          other.plan.city === plan.city &&
          other.plan.format === plan.format &&
          other.plan.topic === plan.topic,
      ),
  )

function hasWrongClosing({ plan }: PlannedEvent, world: CheckedWorld): boolean {
  const { audience }: { audience: Audience } = formats[plan.format]
  const outdoors = isOutdoors(plan, world)
  return plan.closings.some((name) => {
    const closing = closings[name]
    return (
      (closing.venue && plan.venue === undefined) ||
      (closing.organizer && plan.organizers.length === 0) ||
      (closing.place === 'outdoors' && !outdoors) ||
      ((closing.place === 'indoors' || closing.place === 'hall') && outdoors) ||
      (closing.place === 'hall' && !readVenueKind(plan, world)?.hasHall) ||
      closing.audience?.includes(audience) === false ||
      closing.formats?.includes(plan.format) === false ||
      (closing.isFree !== undefined && closing.isFree !== (plan.tickets === 0)) ||
      (closing.tag !== undefined && !plan.tags.includes(closing.tag))
    )
  })
}

/** Returns whether a walk, a ride or another event in the open air starts or ends in the dark. */
function isInTheDark({ plan, start, end }: PlannedEvent, world: CheckedWorld): boolean {
  if (plan.name || !isOutdoors(plan, world)) return false
  const { lat, lng } = districts[plan.city][plan.district] as District // in range
  const day = world.midnight + plan.day * DAY
  const { sunrise, sunset } = computeDaylight(lat, lng, day)
  return start < day + sunrise * MINUTE || end > day + sunset * MINUTE
}

/** Returns the venues whose postal code or coordinates do not belong to their district. */
function findWrongAddresses({ plan, rows }: CheckedWorld): readonly Row[] {
  return (rows.venue ?? []).filter((row, ordinal) => {
    const venue = plan.venues[ordinal]
    const district = venue && districts[venue.city][venue.district]
    if (!district) return true
    const zips = district.zips.map(
      (zip) => new RegExp(`^${zip.replace('#', '\\d').replace(/A/g, '[A-Z]')}$`),
    )
    const isNear =
      row.geo_lat === null ||
      (Math.abs(row.geo_lat - district.lat) < 0.01 && Math.abs(row.geo_lng - district.lng) < 0.01)
    return !isNear || !zips[venue.street]?.test(row.zip)
  })
}

/** Returns the rows that repeat the value of an earlier row in a column. */
function findRepeated(rows: readonly Row[], column: string): readonly Row[] {
  const seen = new Set<string>()
  return rows.filter((row) => seen.has(row[column]) || !seen.add(row[column]))
}

const rules: readonly Rule[] = [
  { name: 'a work has one author', find: (_, events) => findAuthors(events) },
  { name: 'a person has one profession', find: (_, events) => findProfessions(events) },
  {
    name: 'a person is in one place at a time',
    find: (_, events) =>
      findOverlaps(events, ({ plan }) => plan.artist && `${plan.artist.city} ${plan.artist.index}`),
  },
  {
    name: 'a venue has one event at a time',
    find: (_, events) => findOverlaps(events, ({ plan }) => plan.venue),
  },
  { name: 'the organizer works in the field and the city', find: each(hasForeignOrganizer) },
  { name: 'the format fits the venue', find: each(hasForeignVenue) },
  { name: 'the course fits the topic', find: each(hasForeignCourse) },
  {
    name: 'open air is tagged where it is',
    find: each(({ plan }, world) => isOutdoors(plan, world) !== plan.tags.includes('openAir')),
  },
  {
    name: 'local artists live in the city',
    find: each(({ plan }) => plan.tags.includes('localArtists') && plan.artist?.city !== plan.city),
  },
  {
    name: 'late nights end after 23:00',
    find: each(
      ({ plan }) => plan.tags.includes('lateNight') && plan.start + plan.minutes < 23 * 60,
    ),
  },
  { name: 'the weekend follows the country', find: each(hasWrongWeekend) },
  {
    name: 'free entry costs nothing',
    find: each(({ plan, row }) => plan.tags.includes('freeEntry') !== /^\D*0\D*$/.test(row.cost)),
  },
  {
    name: 'a premiere is the first performance in the city',
    find: (_, events) => findLatePremieres(events),
  },
  { name: 'closing sentences are true of the event', find: each(hasWrongClosing) },
  { name: 'children are not invited in school hours', find: each(isInSchoolHours) },
  { name: 'walks and rides take place in daylight', find: each(isInTheDark) },
  {
    name: 'street, district and postal code belong together',
    find: (world) => findWrongAddresses(world),
  },
  {
    name: 'no two venues have the same address',
    find: ({ rows }) => findRepeated(rows.venue ?? [], 'address'),
  },
  {
    name: 'no telephone number twice',
    find: ({ rows }) => findRepeated([...(rows.venue ?? []), ...(rows.organizer ?? [])], 'phone'),
  },
  {
    name: 'no two venues have the same name',
    find: ({ rows }) => findRepeated(rows.venue ?? [], 'venue'),
  },
  {
    name: 'no two organizers have the same name',
    find: ({ rows }) => findRepeated(rows.organizer ?? [], 'organizer'),
  },
]
