import { expect, test } from 'vitest'
import { measureTexts } from '../../scripts/measure-texts.ts'
import { generateAll } from '../../src/contract/seed.ts'
import { createInlineSeed, landmarks } from '../../src/seed/source/inline-source.ts'

test('every text of the scenario huge is in its script, complete and free of placeholders', () => {
  for (const found of measureTexts()) {
    expect(found.faults, found.language).toEqual([])
    expect(found.scriptShare, found.language).toBe(1)
    expect(found.records).toBeGreaterThan(10_000)
  }
})

test.each(['walk', 'cycling', 'yoga'])(
  'the description of a %s mentions neither a cloakroom nor a box office',
  (format) => {
    const seed = createInlineSeed({
      ...{ seed: 7, events: 600, scenario: [], anchor: new Date('2030-01-07T12:00:00Z') },
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
