import { expect, test } from 'vitest'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { ended, errorOf, start } from './program.ts'

test('calmock scenarios lists every scenario with its description', async () => {
  const { code, stdout } = await ended(start(['scenarios']))
  expect(code).toBe(0)
  expect(stdout.trim().split('\n')).toEqual(
    scenarios.map(({ name, about }) => `${name.padEnd(17)}${about}`),
  )
})

test('calmock scenarios --json prints JSON', async () => {
  const { stdout } = await ended(start(['scenarios', '--json']))
  expect(JSON.parse(stdout)[0]).toEqual({ name: 'city', about: scenarios[0]?.about })
})

test.each([
  ['cty', 'invalid --scenario "cty"; did you mean "city"? accepted: city, empty'],
  ['./missing.ts', 'scenario file ./missing.ts does not exist'],
])('calmock serve rejects --scenario %s', async (name, says) => {
  expect(await errorOf(['--scenario', name, '--port', '0'])).toContain(says)
})
