import 'esbuild' // tsx loads it, and it keeps the folder that it is first loaded in
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { completeOptions } from '../../src/config/load-options.ts'
import { createCalmock, defineConfig } from '../../src/index.ts'
import { setupCalmock } from '../../src/node.ts'

const { cwd } = { cwd: process.cwd() }
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-options-'))
  process.chdir(folder)
})
afterEach(async () => {
  process.chdir(cwd)
  for (const name of Object.keys(process.env))
    if (name.startsWith('CALMOCK_')) delete process.env[name]
  await rm(folder, { recursive: true })
})

test('setupCalmock reads the config file and environment variables', async () => {
  const config = defineConfig({ events: 7, seed: 7, sites: ['en'], port: 80 })
  await writeFile('calmock.config.json', JSON.stringify(config))
  expect(setupCalmock()).toMatchObject({ events: 7, seed: 7 })
  Object.assign(process.env, { CALMOCK_SEED: '8', CALMOCK_EVENTS: '8', CALMOCK_SITES: 'de, hi' })
  const mock = setupCalmock({ seed: 9 })
  expect([mock.seed, mock.events]).toEqual([9, 8])
  expect(mock.sites.map(({ language }) => language)).toEqual(['de', 'hi'])
})

test('an invalid value of the config file is reported with its file', async () => {
  await writeFile('calmock.config.cjs', 'module.exports = { events: -1 }')
  expect(() => setupCalmock()).toThrow('calmock.config.cjs: invalid events "-1"')
})

test('an undefined option does not replace the config file', async () => {
  await writeFile('calmock.config.cjs', 'module.exports = { events: 7 }')
  expect(completeOptions({ events: undefined as never })).toEqual({ events: 7 })
  expect(createCalmock({ events: undefined as never }).events).toBe(60)
})

test('a scenario file of the config is loaded', async () => {
  const scenario = "{ name: 'few', about: '', events: () => 2 }"
  await writeFile('few.mjs', `export default ${scenario}`)
  await writeFile('calmock.config.mjs', "export default { scenario: 'city+./few.mjs' }")
  expect(setupCalmock()).toMatchObject({ scenario: 'city+few', events: 2 })
})

test.each([
  ['CALMOCK_EVENTS', 'x', 'a whole number from 0 to 10000000'],
  ['CALMOCK_EVENTS', '-1', 'a whole number from 0 to 10000000'],
  ['CALMOCK_EMPTY', 'nope', '1, 0, true, false'],
  ['CALMOCK_SITES', 'xx', 'ar, zh-hans'],
])('%s=%s is rejected', (name, value, accepted) => {
  process.env[name] = value
  expect(() => setupCalmock()).toThrow(`accepted: ${accepted}`)
})

test.each([
  [{ evnts: 3 }, 'unknown option "evnts"; did you mean "events"?'],
  [{ sites: 'en' }, 'invalid sites "en"; accepted: a list such as ["en", "de"]'],
  [{ root: 5 }, 'invalid root "5"; accepted: a string'],
  [{ now: 5 }, 'invalid now "5"; accepted: a string or a Date'],
  [{ scenario: [5] }, 'invalid scenario "[5]"; accepted: a name'],
  [{ auth: {} }, 'invalid auth "{}"; accepted: a string or a list of strings'],
  [{ empty: 1 }, 'invalid empty "1"; accepted: true, false'],
  [{ token: null }, 'invalid token "null"; accepted: a string'],
])('createCalmock rejects %o', (options, message) => {
  expect(() => createCalmock(options as never)).toThrow(message)
})
