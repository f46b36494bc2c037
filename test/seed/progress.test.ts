import { expect, test } from 'vitest'
import { createInlineSeed } from '../../src/source/inline-source.ts'

const anchor = new Date('2030-01-07T12:00:00Z')

test('a seed reports many records before it generates them', { timeout: 60_000 }, () => {
  const reports: string[] = []
  const onProgress = (kind: string, language: string, count: number) =>
    void reports.push(`${kind} ${language} ${count}`)
  const seed = createInlineSeed({ seed: 1, events: 100_000, scenario: [], anchor, onProgress })
  expect([seed.generate('tag', 'de').length, seed.generate('venue', 'de').length]).toEqual([
    20, 25_014,
  ])
  expect(reports).toEqual([])
  expect(seed.generate('picture', 'de')).toHaveLength(100_000)
  expect(reports).toEqual(['picture de 100000'])
})
