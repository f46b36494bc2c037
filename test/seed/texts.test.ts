import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { formatLanguages } from '../../scripts/docs/tables.ts'
import { measureTexts } from '../../scripts/measure-texts.ts'
import { generateAll } from '../../src/contract/seed.ts'
import { createInlineSeed, landmarks } from '../../src/seed/source/inline-source.ts'

/** The figures of both tests, because measuring 5,000 events in seven languages takes seconds. */
const measured = measureTexts()

test('every text of the scenario huge is in its script, complete and free of placeholders', () => {
  for (const found of measured) {
    expect(found.faults, found.language).toEqual([])
    expect(found.scriptShare, found.language).toBe(1)
    expect(found.records).toBeGreaterThan(10_000)
  }
})

test('the table in docs/languages.md has the measured figures (npm run docs:update)', async () => {
  const document = await readFile(new URL('../../docs/languages.md', import.meta.url), 'utf8')
  expect(document).toContain(formatLanguages(measured))
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
