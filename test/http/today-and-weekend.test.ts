import { expect, test } from 'vitest'
import { fresh } from '../call.ts'

const EVENTS = '/en/cal/events/v1/events?per_page=50&strict_dates=true'

test.each([
  ['2026-11-30', '2026-12-05', '2026-12-07'], // a Monday
  ['2026-12-02', '2026-12-05', '2026-12-07'],
  ['2026-12-04', '2026-12-05', '2026-12-07'],
  ['2026-12-05', '2026-12-05', '2026-12-07'],
  ['2026-12-06', '2026-12-05', '2026-12-07'], // a Sunday
])(
  'on %s, the requests for today and for this weekend list what takes place then, running shows too',
  async (today, saturday, monday) => {
    const call = fresh({ sites: ['en'], now: `${today}T12:00:00Z` })
    const read = async (query: string) => {
      const { body } = await call('GET', `${EVENTS}&${query}`)
      return body.events as { id: number; start_date: string; end_date: string }[]
    }
    const all = await read('ends_after=2026-11-01&starts_before=2027-01-15')
    const during = (first: string, end: string) =>
      all.filter(({ start_date, end_date }) => start_date < end && end_date > first)
    const tomorrow = new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10)
    const ids = (events: readonly { id: number }[]) => events.map(({ id }) => id)

    expect(ids(await read('ends_after=today&starts_before=tomorrow'))).toEqual(
      ids(during(today, tomorrow)),
    )
    const weekend = await read('ends_after=saturday+this+week&starts_before=monday+next+week')
    expect(ids(weekend)).toEqual(ids(during(saturday, monday)))
    expect(weekend.length).toBeGreaterThan(3)
  },
)
