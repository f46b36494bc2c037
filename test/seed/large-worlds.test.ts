import { expect, test } from 'vitest'
import { defineScenario } from '../../fixtures/scenario.ts'
import { createCheckedWorld } from '../../scripts/calendar-report.ts'
import { countContradictions } from '../../scripts/coherence.ts'
import { createInlineSeed } from '../../src/seed/source/inline-source.ts'

const anchor = new Date('2030-01-07T12:00:00Z')

test('a seed reports many records before it generates them', { timeout: 60_000 }, () => {
  const reports: string[] = []
  const onProgress = (kind: string, language: string, count: number) =>
    void reports.push(`${kind} ${language} ${count}`)
  const seed = createInlineSeed({ seed: 1, events: 100_000, scenario: [], anchor, onProgress })
  expect(seed.generate('tag', 'de')).toHaveLength(21)
  expect(reports).toEqual([])
  expect(seed.generate('venue', 'de')).toHaveLength(25_014)
  expect(reports).toEqual(['venue de 25014'])
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
