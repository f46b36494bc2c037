import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { loadScenario } from '../../src/cli/load-scenario.ts'
import { createTestMock } from '../call.ts'
import { ended, start } from './program.ts'

let folder = ''
const file = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-scenarios-'))
  const scenario = `{ name: 'sold-out', about: 'Nothing is left.', events: (): number => 2 }`
  await writeFile(file('sold-out.ts'), `export const soldOut = ${scenario}\n`)
  await writeFile(file('sold-out.mjs'), `export default ${scenario.replace(': number', '')}\n`)
  await writeFile(file('nothing.mjs'), 'export const answer = 42\n')
})
afterAll(() => rm(folder, { recursive: true }))

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

test.each(['sold-out.ts', 'sold-out.mjs'])(
  'calmock loads a scenario file such as %s',
  async (name) => {
    const scenario = await loadScenario(`${file(name)}+no-images`)
    expect(createTestMock({ scenario }).events).toBe(2)
    expect(scenario[1]).toBe('no-images')
  },
)

test.each([
  { flag: 'cty', says: 'invalid scenario "cty"; accepted: city, empty' },
  { flag: './missing.ts', says: 'scenario file ./missing.ts does not exist' },
])('calmock serve rejects --scenario $flag', async ({ flag, says }) => {
  const { code, stderr } = await ended(start(['--scenario', flag, '--port', '0']))
  expect(code).toBe(2)
  expect(stderr).toContain(says)
  expect(stderr.trim().split('\n')).toHaveLength(1)
})

test('loadScenario rejects a file without a scenario', async () => {
  await expect(loadScenario(file('nothing.mjs'))).rejects.toThrow(
    /does not export a scenario; create one/,
  )
})
