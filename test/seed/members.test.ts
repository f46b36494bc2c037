import { expect, test } from 'vitest'
import { defineScenario } from '../../fixtures/scenario.ts'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { generateAll } from '../../src/contract/seed.ts'
import { createInlineSeed } from '../../src/seed/source/inline-source.ts'

const anchor = new Date('2030-01-07T12:00:00Z')
const seedWith = (events: number) => createInlineSeed({ seed: 3, events, scenario: [], anchor })

test('a seed knows the members of every group without generating them', () => {
  const seed = seedWith(75)
  const groups = new Map<string, number[]>()
  for (const code of seed.languages) {
    for (const [kind, rows] of Object.entries(generateAll(seed, code))) {
      for (const { id, group } of rows)
        groups.set(`${kind} ${group}`, [...(groups.get(`${kind} ${group}`) ?? []), id])
    }
  }
  const wrong: string[] = [] // an expectation for each of the 38,000 takes seconds
  for (let group = -10; group < seed.firstFreeId + 200; group++) {
    for (const kind of seed.kinds) {
      const expected = groups.get(`${kind} ${group}`) ?? []
      if (String(seed.members?.(kind, group)) !== String(expected)) wrong.push(`${kind} ${group}`)
    }
  }
  expect(wrong).toEqual([])
  expect([...groups.values()].some((ids) => ids.length === 2)).toBe(true)
})

const same = defineScenario({ name: 'same', about: 'Changes nothing.', change: (drafts) => drafts })

test('a seed whose scenario changes records does not know members before it generates them', () => {
  for (const scenario of [...scenarios, same]) {
    const { members } = createInlineSeed({ seed: 1, events: 5, scenario: [scenario], anchor })
    expect(members === undefined).toBe(scenario.change !== undefined)
  }
})
