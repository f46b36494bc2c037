import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { RECORDED_AT } from '../../docs/.vitepress/live/http-block.ts'
import { createCalmock, landmarks } from '../../src/index.ts'

const DAY = 86_400_000
const ALL = 'start_date=2000-01-01&end_date=2100-01-01'
/** The clock of the recorded answers, and the clock of tests. */
const [recorded, tests] = [RECORDED_AT, '2030-01-07T12:00:00Z'].map((now) =>
  createCalmock({ sites: ['en'], now }),
) as [Mock, Mock]

type Mock = ReturnType<typeof createCalmock>

const read = async (mock: Mock, path: string) =>
  (await mock.fetch(`/en/cal/events/v1${path}`)).json()

const count = async (mock: Mock, path: string): Promise<number> => (await read(mock, path)).total

/** Returns the first days of the listed events. */
const listDays = async (mock: Mock, query: string): Promise<readonly string[]> =>
  (await read(mock, `/events?${query}`)).events.map((event: { start_date: string }) =>
    event.start_date.slice(0, 10),
  )

/** Returns how many events are listed without dates when the clock of a mock shows a day. */
async function countOn(mock: Mock, day: string): Promise<number> {
  const world = mock.world('a-day')
  world.clock.set(`${day}T12:00:00Z`)
  return (await (await world.fetch('/en/cal/events/v1/events')).json()).total
}

const countTerms = () =>
  Promise.all(['categories', 'tags'].map((kind) => count(tests, `/${kind}?hide_empty=false`)))

const words = ['Nine', 'Ten', 'Eleven', 'Twelve', 'Thirteen', 'Fourteen']

/** Sentences with numbers, dates or titles of the records, each as the program says it. */
const facts: readonly (readonly [page: string, say: () => Promise<string>])[] = [
  ['README.md', async () => `${await count(tests, `/events?${ALL}`)} events, venues, organizers`],
  [
    'docs/records.md',
    async () =>
      `${await count(tests, '/venues')} and ${await count(tests, '/organizers')} in English`,
  ],
  [
    'docs/records.md',
    async () => `| ${(await countTerms()).join(' and ')}, whatever the number of`,
  ],
  [
    'docs/limits.md',
    async () => `There are ${(await countTerms()).join(' categories and ')} tags, whatever`,
  ],
  [
    'docs/records.md',
    async () => {
      const { noVenue, longTitle, free, costRange } = landmarks.events
      return `\`noVenue\` has the ID ${noVenue.id.en}, \`longTitle\` ${longTitle.id.en}, \`free\` ${free.id.en} and \`costRange\` ${costRange.id.en}:`
    },
  ],
  [
    'docs/records.md',
    async () => {
      const [day, ...others] = await listDays(recorded, `${ALL}&venue=1512&organizer=2222`)
      const isOver = day !== undefined && day < RECORDED_AT.slice(0, 10) && others.length === 0
      return `the venue 1512 and the organizer 2222 in English, whose only event is ${isOver ? 'over' : day}`
    },
  ],
  [
    'docs/records.md',
    async () => {
      const rules = (await readFile('fixtures/README.md', 'utf8')).match(/^\| \D.* \| 0 \|/gm)
      return `lists ${rules?.length} rules`
    },
  ],
  [
    'docs/scenarios.md',
    async () => {
      const [listed, all] = [await count(tests, '/events'), await count(tests, `/events?${ALL}`)]
      return `**Why ${listed} and not ${all}?** A list without dates leaves out events that began before yesterday. ${words[all - listed - 9]} of the default ${all} did.`
    },
  ],
  [
    'docs/scenarios.md',
    async () => {
      const mock = createCalmock({ sites: ['en'], now: RECORDED_AT, scenario: 'dst' })
      const { events } = await read(mock, '/events?per_page=50')
      const { start_date } = events.find(({ timezone }: { timezone: string }) =>
        timezone.endsWith('London'),
      )
      const date = new Date(`${start_date.replace(' ', 'T')}Z`)
      const day = date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
      return `in London, on ${day} at ${start_date.slice(11, 16)}.`
    },
  ],
  [
    'docs/scenarios.md',
    async () => {
      // on these days, the Fridays after the next are Christmas Day and New Year's Day
      for (const now of ['2026-12-16', '2026-12-18', '2026-12-19']) {
        const [day = ''] = await listDays(
          createCalmock({ sites: ['en'], now, scenario: 'one' }),
          '',
        )
        const days = (Date.parse(day) - Date.parse(now)) / DAY
        if (new Date(day).getUTCDay() !== 5 || days > 21) return `${day} from ${now}`
      }
      return 'The only event is on a Friday, at most three weeks after the day of the clock.'
    },
  ],
  [
    'docs/clock.md',
    async () => {
      const days = await listDays(recorded, 'search=modernist')
      const isToday = days.join() === RECORDED_AT.slice(0, 10)
      return `the ride past modern buildings is on ${isToday ? 'this day' : days}:`
    },
  ],
  [
    'docs/clock.md',
    async () => {
      const weekdays = await Promise.all(
        Array.from({ length: 24 }, async (_, n) => {
          const now = new Date(Date.parse(RECORDED_AT) + n * 16 * DAY).toISOString()
          const path = `/events/${landmarks.events.jazzNight.id.en}?_fields=start_date`
          const { start_date } = await read(createCalmock({ sites: ['en'], now }), path)
          return new Date(start_date.slice(0, 10)).toLocaleDateString('en', { weekday: 'long' })
        }),
      )
      return `the jazz night is always on a ${[...new Set(weekdays)].join(' or ')}.`
    },
  ],
  [
    'docs/clock.md',
    async () => {
      const mock = createCalmock({ sites: ['en'], now: '2030-12-20', scenario: 'year-end' })
      const [eve, newYear, after] = [
        await countOn(mock, '2030-12-31'),
        await countOn(mock, '2031-01-01'),
        await countOn(mock, '2031-01-02'),
      ]
      return `\`year-end\` is ${eve === newYear ? 'the same' : 'another one'} on 1 January, and ${after === 0 ? 'empty' : 'full'} on 2 January.`
    },
  ],
  [
    'docs/hosts/playwright.md',
    async () =>
      `in 2029 the list has all events, and from 2031 on it ${(await countOn(tests, '2031-01-01')) === 0 && (await countOn(tests, '2029-12-01')) === 60 ? 'is empty' : 'is not'}.`,
  ],
  [
    'docs/hosts/storybook.md',
    async () => {
      const months = (await listDays(tests, 'per_page=9')).map((day) => day.slice(0, 7))
      return `The stories show events of ${[...new Set(months)].join().replace('2030-01', 'January 2030')}.`
    },
  ],
  [
    'docs/hosts/vite.md',
    async () => {
      const left = await count(tests, `/events?categories=jazz&start_date=2031-03-03`)
      return `mock.clock.advance('${left === 0 ? 'P60W' : 'more'}')`
    },
  ],
  [
    'docs/migrating/msw.md',
    async () => `An event has ${Object.keys(await read(tests, '/events/102')).length} fields`,
  ],
  [
    'docs/coverage.md',
    async () => {
      const { paths } = await read(tests, '/doc')
      const methods = Object.values<object>(paths).flatMap((path) => Object.keys(path))
      const operations = methods.filter((name) => /^(get|post|put|patch|delete)$/.test(name))
      return `all ${operations.length} operations count`
    },
  ],
]

test.each(facts)('%s says what the records are', async (page, say) => {
  expect(await readFile(page, 'utf8')).toContain(await say())
})

test.each([undefined, 'the-events-calendar'] as const)(
  'with the preset %s, the code of docs/config.md makes own records of a saved list',
  async (preset) => {
    const options = { sites: ['en'], ...(preset && { preset }) } as const
    const path = `${preset ? '/wp-json/tribe/events/v1' : '/en/cal/events/v1'}/events?per_page=50&${ALL}`
    const list = async (mock: Mock) => (await mock.fetch(path)).json()
    const { events } = await list(createCalmock(options))
    const page = await readFile('docs/config.md', 'utf8')
    const [, left, code] = /`(const left = [^`]*)`, then `([^`]*)`/.exec(page) ?? []
    const text = new Function('events', `${left}; return ${code}`)(events)
    const own = await list(createCalmock({ ...options, data: JSON.parse(text), empty: true }))
    expect(own.total).toBe(events.length)
    const titles = (all: readonly { title: string }[]) => all.map(({ title }) => title)
    expect(titles(own.events)).toEqual(titles(events))
  },
)
