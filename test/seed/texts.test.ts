import { expect, test } from 'vitest'
import { measureAll } from '../../scripts/measure.ts'
import { generateAll } from '../../src/contract/seed.ts'
import { createSeed } from '../../src/seed/create-seed.ts'
import { landmarks } from '../../src/seed/landmarks.ts'

test('every text of the scenario huge is in its script, whole, and without left-overs', () => {
  for (const found of measureAll()) {
    expect(found.faults, found.language).toEqual([])
    expect(found.scriptShare, found.language).toBe(1)
    expect(found.records).toBeGreaterThan(10_000)
  }
}, 120_000)

test.each(['walk', 'cycling', 'yoga'])(
  'there is no cloakroom and no box office on a %s',
  (format) => {
    const seed = createSeed({
      seed: 7,
      events: 600,
      scenario: [],
      anchor: new Date('2030-01-07T12:00:00Z'),
    })
    const category = landmarks.categories[format as 'walk'].id.en
    const outdoors = (generateAll(seed, 'en').event ?? [])
      .slice(12)
      .filter((event) => event.categories.includes(category))
    expect(outdoors.length).toBeGreaterThan(3)
    for (const { description } of outdoors) {
      expect(description).not.toMatch(/Coats and bags|Latecomers|Remaining places/)
    }
  },
)
