import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { defineScenario } from '../../fixtures/scenario.ts'
import { createCheckedWorld, listLargeFaults } from '../../scripts/calendar-report.ts'
import { countContradictions } from '../../scripts/coherence.ts'
import type { Row } from '../../src/contract/resource.ts'
import { generateAll } from '../../src/contract/seed.ts'
import { createInlineSeed } from '../../src/seed/source/inline-source.ts'

const anchor = new Date('2030-01-07T12:00:00Z')

test('a seed reports many records before it generates them', { timeout: 60_000 }, () => {
  const reports: string[] = []
  const onProgress = (kind: string, language: string, count: number) =>
    void reports.push(`${kind} ${language} ${count}`)
  const seed = createInlineSeed({ seed: 1, events: 100_000, scenario: [], anchor, onProgress })
  expect(seed.generate('tag', 'de')).toHaveLength(21)
  expect(reports).toEqual([])
  expect(seed.generate('event', 'de').length).toBeGreaterThan(95_000)
  expect(reports).toEqual(['event de 100000'])
})

const same = defineScenario({ name: 'same', about: 'Changes nothing.', change: (drafts) => drafts })

test('slugs are distinct and numbered without gaps beyond the 5,000th record, with any scenario', () => {
  const options = { seed: 1, events: 5400, scenario: [], anchor }
  for (const code of ['de', 'hi']) {
    const events = createInlineSeed(options).generate('event', code)
    const slugs = new Set(events.map(({ slug }) => slug))
    expect(slugs.size).toBe(events.length)
    const changed = createInlineSeed({ ...options, scenario: [same] })
    expect(JSON.stringify(changed.generate('event', code)) === JSON.stringify(events)).toBe(true)
    const numbered = events.slice(5000).flatMap(({ slug }) => /^(.*)-(\d+)$/.exec(slug) ?? [])
    expect(numbered.length).toBeGreaterThan(0)
    const gaps = events.slice(5000).filter(({ slug }) => {
      const [, title, number] = /^(.*)-(\d+)$/.exec(slug) ?? []
      const isLater = title && Number(number) > 2 && slugs.has(title)
      return isLater && !slugs.has(`${title}-${Number(number) - 1}`)
    })
    expect(gaps).toEqual([])
  }
})

test.each([5001, 5040, 7300])(
  'a world of %i events begins with the records of a smaller one, and ends with those of a larger one',
  (events) => {
    const generate = (size: number) =>
      generateAll(createInlineSeed({ seed: 1, events: size, scenario: [], anchor }), 'de')
    const [small, all, large] = [5000, events, 7400].map(generate)
    for (const kind of Object.keys(all ?? {})) {
      const rows = all?.[kind] ?? []
      const count = small?.[kind]?.length ?? 0
      expect(isDeepStrictEqual(rows.slice(0, count), small?.[kind])).toBe(true)
      expect(isDeepStrictEqual(large?.[kind]?.slice(0, rows.length), rows)).toBe(true)
    }
  },
)

test('events beyond the 5,000th repeat earlier ones some weeks before or after them, each with an ID and a slug of its own', () => {
  const rows = createInlineSeed({ seed: 1, events: 12_000, scenario: [], anchor }).generate(
    'event',
    'en',
  )
  const toKey = (row: Row): string => {
    const weekday = new Date(row.start_date.slice(0, 10)).getUTCDay()
    const own = { id: 0, group: 0, slug: '', end_date: '', utc_start_date: '', utc_end_date: '' }
    return JSON.stringify({ ...row, ...own, start_date: `${weekday} ${row.start_date.slice(11)}` })
  }
  const first = new Set(rows.slice(0, 5000).map(toKey))
  expect(rows.slice(5000).filter((row) => !first.has(toKey(row)))).toEqual([])
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  expect(new Set(rows.map(({ slug }) => slug)).size).toBe(rows.length)
  const range = rows.map(({ start_date }) => start_date).sort()
  expect([range[0] >= '2029-11-26', range.at(-1) < '2031-03-01']).toEqual([true, true])
})

test('12,000 events follow the calendar; a hall or a person can have two at once', {
  timeout: 60_000,
}, () => {
  expect(listLargeFaults(1, 12_000)).toEqual([])
})

test.each([
  [1, '2030-01-07'],
  [7, '2026-07-01'],
  [99, '2028-02-29'],
])(
  '5,000 events of seed %i, from %s, contradict neither each other nor themselves',
  (seed, day) => {
    const counts = countContradictions(createCheckedWorld(seed, 5000, { day }))
    expect([...counts].filter(([, count]) => count > 0)).toEqual([])
  },
)
