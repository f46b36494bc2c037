import { describe, expect, test } from 'vitest'
import { defineScenario } from '../../fixtures/scenario.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { wholeRecords } from '../../src/contract/world.ts'
import { seedOf } from '../../src/seed.ts'

const KINDS = ['event', 'venue', 'organizer', 'category', 'tag', 'picture']
const anchor = new Date('2030-01-07T12:00:00Z')
const seedWith = (events: number) => seedOf({ seed: 3, events, scenario: [], anchor })

describe('a record that is made alone', () => {
  test.each([0, 1, 47])('is the one that is planted, among %d events', (events) => {
    const [alone, whole] = [seedWith(events), seedWith(events)]
    const planted = new Map(
      whole.languages.flatMap((code) =>
        Object.entries(wholeRecords(whole, code)).flatMap(([kind, rows]) =>
          rows.map((row): [string, unknown] => [`${kind} ${row.id}`, row]),
        ),
      ),
    )
    // backwards, so that every one is made before the others of its kind
    for (let id = alone.firstFreeId + 200; id >= -10; id--) {
      for (const kind of KINDS)
        expect(alone.record?.(kind, id)).toEqual(planted.get(`${kind} ${id}`))
    }
    expect(JSON.stringify(alone.record?.('event', 101))).toBe(
      JSON.stringify(planted.get('event 101')),
    )
  })

  test('is nobody else’s', () => {
    const seed = seedWith(5)
    expect(seed.record?.('event', 101)).not.toBe(seed.record?.('event', 101))
    expect(seed.plant('de').event?.[0]).not.toBe(seed.plant('de').event?.[0])
  })

  test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY])('is not there for the ID %d', (id) => {
    expect(seedWith(5).record?.('event', id)).toBeUndefined()
  })
})

test('the members of every group are told as they are planted', () => {
  const seed = seedWith(47)
  const groups = new Map<string, number[]>()
  for (const code of seed.languages) {
    for (const [kind, rows] of Object.entries(seed.plant(code))) {
      for (const { id, group } of rows)
        groups.set(`${kind} ${group}`, [...(groups.get(`${kind} ${group}`) ?? []), id])
    }
  }
  for (let group = -10; group < seed.firstFreeId + 200; group++) {
    for (const kind of KINDS)
      expect(seed.members?.(kind, group)).toEqual(groups.get(`${kind} ${group}`) ?? [])
  }
  expect([...groups.values()].some((ids) => ids.length === 2)).toBe(true)
})

test('who has a slug is told as it is planted', () => {
  const seed = seedWith(47)
  for (const code of seed.languages) {
    for (const [kind, rows] of Object.entries(wholeRecords(seed, code))) {
      for (const { id, slug } of rows)
        expect(seedWith(47).owner?.(kind, slug, code)).toBe(slug === '' ? undefined : id)
    }
    expect(seed.owner?.('event', 'no-such-slug', code)).toBeUndefined()
  }
})

test('what a scenario changes is not told before it is planted', () => {
  const same = defineScenario({ name: 'same', about: 'Nothing else.', change: (drafts) => drafts })
  for (const scenario of [...scenarios, same]) {
    const { record, members, owner } = seedOf({ seed: 1, events: 5, scenario: [scenario], anchor })
    const isPlain = scenario.change === undefined
    expect([record, members, owner].map((told) => told !== undefined)).toEqual([
      isPlain,
      isPlain,
      isPlain,
    ])
  }
})

test('slugs of late records need no others, and no two are equal, also where a scenario plants them', () => {
  const options = { seed: 1, events: 5400, scenario: [], anchor }
  const same = defineScenario({ name: 'same', about: 'Nothing else.', change: (drafts) => drafts })
  for (const code of ['de', 'hi']) {
    const events = wholeRecords(seedOf(options), code).event ?? []
    expect(new Set(events.map(({ slug }) => slug)).size).toBe(events.length)
    expect(seedOf({ ...options, scenario: [same] }).plant(code).event).toEqual(events)
    const last = events[events.length - 1]
    expect(last?.slug).toMatch(/-5400$/)
    expect(seedOf(options).record?.('event', last?.id ?? 0)).toEqual(last)
  }
})

test('many records are told of before they are made, each kind when it is asked for', () => {
  const told: string[] = []
  const tell = (kind: string, language: string, count: number) =>
    void told.push(`${kind} ${language} ${count}`)
  const seed = seedOf({ seed: 1, events: 100_000, scenario: [], anchor, tell })
  const records = seed.plant('de')
  expect([records.tag?.length, records.venue?.length, told]).toEqual([20, 25_014, []])
  expect([records.picture?.length, told]).toEqual([100_000, ['picture de 100000']])
})
