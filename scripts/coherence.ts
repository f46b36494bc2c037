import calendar from '../fixtures/calendar.json' with { type: 'json' }
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
  type OrganizerKindFacts,
  organizerKinds,
  professions,
  type Tag,
  type TopicFacts,
  type VenueKind,
  type VenueKindFacts,
  venueKinds,
} from '../fixtures/facts/index.ts'
import { guestClosing, isFromAbroad } from '../fixtures/plan/choose-closings.ts'
import type { DatedEvent, EventPlan } from '../fixtures/plan/event-facts.ts'
import type { Plan } from '../fixtures/plan/index.ts'
import { readDays } from '../fixtures/plan/schedule.ts'
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

interface PlannedEvent {
  readonly plan: DatedEvent
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
    const plan = world.plan.events[parseSeededId(row.id).ordinal] as DatedEvent // each row has a plan
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

/** Returns the events that start before an earlier event with the same key has ended. */
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

/** Returns whether an organizer is of another district, or holds events of other kinds. */
function hasForeignOrganizer({ plan }: PlannedEvent, world: CheckedWorld): boolean {
  return plan.organizers.some((ordinal) => {
    const organizer = world.plan.organizers[ordinal]
    if (!organizer || organizer.city !== plan.city) return true
    if (plan.name) return false // hand-written together with its organizer
    if (organizer.name) {
      const { formats: fields, topics }: OrganizerFacts = handWrittenOrganizers[organizer.name]
      const isField = fields.includes(plan.format) && topics?.includes(plan.topic) !== false
      return !isField && !plan.shape
    }
    if (organizer.district !== plan.district) return true
    const { venues, cities: homes }: OrganizerKindFacts = organizerKinds[organizer.kind]
    const kind = world.plan.venues[plan.venue ?? 0]?.kind as VenueKind // each venue has a kind
    const isOffice = organizer.kind === 'cultureOffice'
    return !isOffice && !(venues.includes(kind) && homes?.includes(plan.city) !== false)
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

const readCourseTags = ({ format, course }: EventPlan): readonly Tag[] => {
  const { courses }: Format = formats[format]
  return courses[course] ?? []
}

function hasForeignVenue({ plan }: PlannedEvent, world: CheckedWorld): boolean {
  if (plan.venue === undefined || plan.name || plan.shape || plan.feast) return false
  const kind = world.plan.venues[plan.venue]?.kind
  const { kinds }: Format = formats[plan.format]
  const fitting = readTopic(plan).kinds ?? kinds
  return kind === undefined || !fitting.includes(kind)
}

const hasForeignCourse = ({ plan }: PlannedEvent): boolean =>
  plan.course !== '' && readTopic(plan).courses?.includes(plan.course) === false

function isOutdoors(plan: EventPlan, world: CheckedWorld): boolean {
  const format: Format = formats[plan.format]
  return format.isOutdoors === true || readVenueKind(plan, world)?.isOutdoors === true
}

function isOnWeekend({ plan, row }: PlannedEvent): boolean {
  const weekday = new Date(`${row.start_date.slice(0, 10)}T00:00:00Z`).getUTCDay()
  return cities[plan.city].weekend.includes(weekday)
}

/** Returns whether the tag of weekends is wrong: events from the day before to the end of a weekend have it too. */
function hasWrongWeekend(event: PlannedEvent): boolean {
  const { feast, weekday, days, tags } = event.plan
  const isLong = weekday === 6 && days === 3
  return !feast && (isLong || isOnWeekend(event)) !== tags.includes('weekend')
}

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
  const closing = plan.closing && closings[plan.closing]
  if (!closing) return false
  return (
    (closing.venue && plan.venue === undefined) ||
    (closing.organizer && plan.organizers.length === 0) ||
    (closing.place === 'outdoors' && !outdoors) ||
    ((closing.place === 'indoors' || closing.place === 'hall') && outdoors) ||
    (closing.place === 'hall' && !readVenueKind(plan, world)?.hasHall) ||
    closing.audience?.includes(audience) === false ||
    closing.formats?.includes(plan.format) === false ||
    (closing.isFree !== undefined && closing.isFree !== (plan.prices[0] === 0)) ||
    (closing.guest && !isFromAbroad(plan)) ||
    (closing.tag !== undefined && !plan.tags.includes(closing.tag))
  )
}

/** Returns whether a walk, a ride or another event in the open air starts or ends in the dark. */
function isInTheDark({ plan, start, end }: PlannedEvent, world: CheckedWorld): boolean {
  if (plan.name || !isOutdoors(plan, world)) return false
  const { lat, lng } = districts[plan.city][plan.district] as District // the plan names a district of the city
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

const ramadan = readDays(calendar.ramadan)

const readDate = ({ start_date }: Row): number => Date.parse(`${start_date.slice(0, 10)}T00:00:00Z`)
const readMonth = (row: Row): number => new Date(readDate(row)).getUTCMonth() + 1

const holidays = Object.fromEntries(
  Object.entries(calendar.holidays).map(([city, steps]) => [city, new Set(readDays(steps))]),
)

const isOnHoliday = ({ plan, row }: PlannedEvent): boolean =>
  !plan.feast && holidays[plan.city]?.has(readDate(row) / DAY) === true

/** Returns whether an event of a feast is more than a day from its feast. */
function isOffFeast({ plan, row }: PlannedEvent): boolean {
  const days = plan.feast ? readDays(calendar.feasts[plan.feast]) : undefined
  const day = readDate(row) / DAY
  return days !== undefined && !days.includes(day) && !days.includes(day + 1)
}

/** Returns whether an event in Cairo begins before sunset in Ramadan, or has food then. */
function breaksFast({ plan, row }: PlannedEvent): boolean {
  const day = readDate(row) / DAY
  const isInRamadan = ramadan.some((first) => day >= first && day < first + 29)
  const isByDay = plan.start < 21 * 60 || formats[plan.format].group === 'food'
  return plan.city === 'cairo' && isInRamadan && isByDay
}

function isOutOfSeason({ plan, row }: PlannedEvent, world: CheckedWorld): boolean {
  const months = plan.name ? undefined : readTopic(plan).months
  const isCold = isOutdoors(plan, world) && !cities[plan.city].warmMonths.includes(readMonth(row))
  return isCold || months?.includes(readMonth(row)) === false
}

/** The formats that theatres play. */
const plays: readonly string[] = ['theatre', 'dance', 'comedy', 'puppets']

/** Returns whether a theatre in Paris plays between 20 July and 31 August. */
function isInSummerBreak({ plan, row }: PlannedEvent): boolean {
  const day = row.start_date.slice(5, 10)
  const isPlay = plays.includes(plan.format) && !plan.feast
  return plan.city === 'paris' && isPlay && day >= '07-20' && day <= '08-31'
}

/** The formats whose titles and excerpts promise to meet the author or the director. */
const meetings: readonly string[] = ['reading', 'documentary']

/** Returns whether the tag of talks is wrong, or the title promises a talk that there is not. */
function isWrongOnTalk({ plan }: PlannedEvent): boolean {
  const hasTalk = readCourseTags(plan).includes('discussion')
  const isPromised = meetings.includes(plan.format)
  return !plan.name && (hasTalk !== plan.tags.includes('discussion') || (isPromised && !hasTalk))
}

/** The formats that last longer if there is a talk afterwards, with the minutes of the others. */
const performances: Readonly<Record<string, number>> = { classical: 90, theatre: 135, dance: 80 }

/** Returns whether the end of a performance leaves no half hour for the talk after it. */
function isShortOfTime({ plan }: PlannedEvent): boolean {
  const minutes = performances[plan.format]
  const talk = readCourseTags(plan).includes('discussion') ? 30 : 0
  return !plan.name && minutes !== undefined && plan.minutes !== minutes + talk
}

/** The tags of what participants make and win, which an event with such a subject always has. */
const subjects: readonly Tag[] = ['handsOn', 'awardWinning', 'liveMusic', 'premiere', 'forChildren']

function lacksTag({ plan }: PlannedEvent): boolean {
  const { tags }: Format = formats[plan.format]
  const all = [
    ...readCourseTags(plan),
    ...(readTopic(plan).tags ?? []),
    ...(plan.feast ? [] : tags),
  ]
  return !plan.name && all.some((tag) => subjects.includes(tag) && !plan.tags.includes(tag))
}

const isWrongHour = ({ plan }: PlannedEvent): boolean =>
  (plan.topic === 'ballads' && plan.start < 23 * 60) ||
  (plan.topic === 'chairYoga' && plan.start < 10 * 60) ||
  (plan.format === 'coding' && plan.weekday < 2 && plan.start > 14 * 60 + 30)

const isElsewhere = ({ plan }: PlannedEvent): boolean =>
  !plan.name && readTopic(plan).cities?.includes(plan.city) === false

/** The kinds of organizer that know little of the formats that follow. */
const strangers: readonly (readonly [kinds: RegExp, formats: readonly string[]])[] = [
  [/^(artAssociation|musicSociety|parish|independentCollective)$/, ['talk']],
  [/^independentCollective$/, plays],
]

const hasStrangerAsOrganizer = ({ plan }: PlannedEvent, world: CheckedWorld): boolean =>
  plan.organizers.some((ordinal) => {
    const { name, kind = '' } = world.plan.organizers[ordinal] ?? {}
    return (
      !name && strangers.some(([kinds, fields]) => kinds.test(kind) && fields.includes(plan.format))
    )
  })

const leisure: readonly string[] = ['photography', 'craft', 'cooking', 'market', 'walk', 'cycling']

/** Returns whether leisure by day is on a working day. */
const isInWorkingHours = (event: PlannedEvent): boolean =>
  leisure.includes(event.plan.format) &&
  !event.plan.feast &&
  event.plan.days === 1 &&
  event.plan.start < 15 * 60 &&
  !isOnWeekend(event)

const isBadShow = ({ plan, row }: PlannedEvent): boolean =>
  plan.format === 'exhibition' &&
  !plan.name &&
  !plan.feast &&
  (plan.days < 21 || new Date(`${row.end_date.slice(0, 10)}T00:00:00Z`).getUTCDay() % 6 !== 0)

/** Returns the closing sentences that one of the nine events before has too. */
const findRecentClosings = ({ plan: { events } }: CheckedWorld): readonly DatedEvent[] =>
  events.filter(
    ({ closing }, ordinal) =>
      closing &&
      events.slice(Math.max(0, ordinal - 9), ordinal).some((event) => event.closing === closing),
  )

/** Returns whether an event whose text says how few places there are, or with the tag, is silent on registration. */
function isSilentOnRegistration({ plan }: PlannedEvent): boolean {
  const isNeeded =
    plan.tags.includes('registration') || readCourseTags(plan).includes('registration')
  return !plan.name && isNeeded && !['signUp', 'cancelPlace'].includes(plan.closing ?? '')
}

const isUntranslated = ({ plan }: PlannedEvent): boolean => {
  const needed = guestClosing(plan.format)
  const isGuest = isFromAbroad(plan)
  return needed !== undefined && isGuest && !plan.name && plan.closing !== needed
}

const rules: readonly Rule[] = [
  { name: 'a work has one author', find: (_, events) => findAuthors(events) },
  { name: 'a person has one profession', find: (_, events) => findProfessions(events) },
  {
    name: 'a person is in one place at a time',
    find: (_, events) =>
      findOverlaps(
        events.filter(({ plan }) => plan.days === 1),
        ({ plan }) => plan.artist && `${plan.artist.city} ${plan.artist.index}`,
      ),
  },
  {
    name: 'a venue has one event at a time',
    find: (_, events) =>
      findOverlaps(events, ({ plan }) =>
        plan.venue === undefined ? undefined : `${plan.venue} ${plan.days > 3}`,
      ),
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
  { name: 'nothing ordinary takes place on a public holiday', find: each(isOnHoliday) },
  { name: 'a feast is on its day, or on the day before', find: each(isOffFeast) },
  { name: 'no food and nothing by day in Ramadan in Cairo', find: each(breaksFast) },
  { name: 'the open air is warm, and what is tasted is ripe', find: each(isOutOfSeason) },
  { name: 'leisure by day is at the weekend', find: each(isInWorkingHours) },
  { name: 'theatres in Paris have a break in summer', find: each(isInSummerBreak) },
  { name: 'a talk is tagged, and each promised talk takes place', find: each(isWrongOnTalk) },
  { name: 'a talk after a performance adds half an hour', find: each(isShortOfTime) },
  { name: 'tags of the subject are never left out', find: each(lacksTag) },
  {
    name: 'two prices have the tag of who pays less',
    find: each(({ plan }) => plan.prices.length > 1 !== plan.tags.includes('studentDiscount')),
  },
  {
    name: 'the tag of a series has its sentence',
    find: each(({ plan }) => plan.tags.includes('series') !== (plan.closing === 'nextDate')),
  },
  { name: 'the hour fits the topic', find: each(isWrongHour) },
  { name: 'the topic fits the city', find: each(isElsewhere) },
  { name: 'the kind of organizer knows the format', find: each(hasStrangerAsOrganizer) },
  { name: 'exhibitions last weeks and end at a weekend', find: each(isBadShow) },
  {
    name: 'no closing sentence twice in ten events',
    find: (world) => findRecentClosings(world),
  },
  { name: 'events with the tag say how to register', find: each(isSilentOnRegistration) },
  { name: 'guests from abroad are translated', find: each(isUntranslated) },
  {
    name: 'events for children are tagged',
    find: each(
      ({ plan }) => formats[plan.format].group === 'family' && !plan.tags.includes('forChildren'),
    ),
  },
  {
    name: 'events of all day name no hours',
    find: each(({ plan }) => plan.isAllDay && plan.days === 2),
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
    name: 'no two organizers have the same description',
    find: ({ rows }) => findRepeated(rows.organizer ?? [], 'description'),
  },
  {
    name: 'no two organizers have the same name',
    find: ({ rows }) => findRepeated(rows.organizer ?? [], 'organizer'),
  },
]
