import { expect, test } from 'vitest'
import { type CityName, cityNames } from '../../fixtures/facts/index.ts'
import type { DatedEvent } from '../../fixtures/plan/event-facts.ts'
import { countPlanned } from '../../fixtures/plan/event-plan.ts'
import { createPlan } from '../../fixtures/plan/index.ts'
import { createRandom } from '../../fixtures/random.ts'

/** Returns the first 60 events that lists show. */
function listEvents(seed: number, midnight: number, cities: readonly CityName[]) {
  const drawRandom = (kind: string, ordinal: number) => createRandom(seed, kind, ordinal)
  const { events } = createPlan(countPlanned(60, cities), { midnight, drawRandom, cities })
  return events.filter(({ city }) => cities.includes(city))
}

const lastDay = ({ day, days }: DatedEvent): number => day + days - 1
/** Returns how many events take place on some days, as offsets from the day of the clock. */
const countBetween = (events: readonly DatedEvent[], first: number, last: number): number =>
  events.filter((event) => event.day <= last && lastDay(event) >= first).length

/** Returns the pairs of shows of one work that are open at the same time in a city. */
const listSameShows = (events: readonly DatedEvent[]) =>
  events.filter(
    (event, index) =>
      event.days > 3 &&
      events.some(
        (other, position) =>
          position < index &&
          [other.city, other.format, other.topic].join() ===
            [event.city, event.format, event.topic].join() &&
          other.day <= lastDay(event) &&
          lastDay(other) >= event.day,
      ),
  )

/** Days with much or little around them: in Ramadan, before two weekends of holidays, in a week of holidays, in summer. */
const specialDays = [
  '2033-12-10',
  '2033-12-24',
  '2027-12-24',
  '2026-10-03',
  '2026-08-01',
  '2037-11-03',
]
const sampled = Array.from(
  { length: 24 },
  (_, n) => `2030-${String(1 + (n >> 1)).padStart(2, '0')}-${n % 2 === 0 ? '05' : '21'}`,
)

test.each([
  ['all cities', cityNames] as const,
  ...cityNames.map((city) => [city, [city]] as const),
])(
  'of 60 events in %s, half are around the day of the clock, and its day, its weekend and the days before it have some',
  (_, cities) => {
    for (const [index, date] of [...specialDays, ...sampled].entries())
      for (const seed of [1, 2 + index]) {
        const midnight = Date.parse(date)
        const events = listEvents(seed, midnight, cities)
        const saturday = 6 - (new Date(midnight).getUTCDay() || 7)
        const counts = {
          month: countBetween(events, -14, 30),
          past: countBetween(events, -30, -1),
          today: countBetween(events, 0, 0),
          weekend: countBetween(events, saturday, saturday + 1),
        }
        const least = { month: 30, past: 8, today: 2, weekend: 4 }
        const reached = Object.fromEntries(
          Object.entries(least).map(([name, count]) => [
            name,
            Math.min(count, counts[name as keyof typeof counts]),
          ]),
        )
        expect([date, seed, events.length, reached]).toEqual([date, seed, 60, least])
        expect([date, seed, listSameShows(events)]).toEqual([date, seed, []])
      }
  },
)
