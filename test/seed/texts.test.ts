import { expect, test } from 'vitest'
import { measureAll } from '../../scripts/measure.ts'

test('every text of the scenario huge is in its script, whole, and without left-overs', () => {
  for (const found of measureAll()) {
    expect(found.faults, found.language).toEqual([])
    expect(found.scriptShare, found.language).toBe(1)
    expect(found.records).toBeGreaterThan(10_000)
  }
}, 120_000)
