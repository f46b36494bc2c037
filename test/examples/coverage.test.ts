import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { node, root } from '../packed.ts'

const example = join(root, 'examples/vitest-coverage')

const removeReport = (folder: string) =>
  rm(join(folder, 'coverage'), { recursive: true, force: true })
afterEach(() => removeReport(example))
afterEach(() => void vi.unstubAllEnvs())

const runVitest = (...args: string[]) =>
  node([join(root, 'node_modules/vitest/vitest.mjs'), 'run', ...args], example)

const readReport = async (folder: string) =>
  JSON.parse(await readFile(join(folder, 'coverage/calmock.json'), 'utf8'))

test('the report about 40 tests names what is missing', async () => {
  const { code, stdout } = await runVitest('calendar.test.ts')
  expect([code, stdout]).toEqual([0, expect.stringContaining('40 passed')])
  expect(stdout).toContain(`\n\n${await readFile(join(example, 'report.txt'), 'utf8')}`)
  const { complete, met } = await readReport(example)
  expect([complete, met['GET /events?search'], met['GET /events/{id}']]).toEqual([false, 19, 20])
})

test('the report is complete after tests of the missing states are added', async () => {
  const { code, stdout } = await runVitest()
  expect(code, stdout).toBe(0)
  expect(stdout).toContain('calmock coverage is complete: ')
  expect(await readReport(example)).toMatchObject({ complete: true })
})

test('without coverage there is no file, and the reporter says what turns it on', async () => {
  vi.stubEnv('CALMOCK_COVERAGE', 'off')
  vi.stubEnv('CALMOCK_CONFIG', 'off.json')
  await writeFile(join(example, 'off.json'), '{"sites": ["en"]}')
  const { code, stdout } = await runVitest('states.test.ts')
  await rm(join(example, 'off.json'))
  expect(code, stdout).toBe(0)
  expect(stdout).toContain('calmock coverage: no request; coverage: true or CALMOCK_COVERAGE=1')
  expect(existsSync(join(example, 'coverage'))).toBe(false)
})

test('without its reporter, coverage warns and writes nothing', async () => {
  const { code, stderr } = await runVitest('states.test.ts', '--reporter=dot')
  expect(code).toBe(0)
  expect(stderr).toContain("add reporters: ['default', 'calmock/coverage'] to the configuration")
  expect(existsSync(join(example, 'coverage'))).toBe(false)
})

const spec = `
  import { expect, test } from 'calmock/playwright'
  for (const page of [1, 2, 3, 4]) {
    test('page ' + page, async ({ calmock, request }) => {
      const response = await request.get(calmock.api('de') + '/events?page=' + page)
      expect(response.status()).toBe(200)
    })
  }`
const config = `export default {
  ...{ testMatch: '*.spec.mjs', workers: 2, fullyParallel: true },
  use: { calmockOptions: { coverage: true } },
  reporter: [['list'], ['calmock/coverage', { operations: ['GET /events?page'] }]],
}`

test('two workers of Playwright have one report', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calmock-coverage-test-'))
  await mkdir(join(folder, 'node_modules'))
  await symlink(root, join(folder, 'node_modules/calmock'))
  await symlink(join(root, 'node_modules/@playwright'), join(folder, 'node_modules/@playwright'))
  await writeFile(join(folder, 'a.spec.mjs'), spec)
  await writeFile(join(folder, 'playwright.config.mjs'), config)
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const { code, stdout, stderr } = await node([cli, 'test'], folder)
  expect(code, stdout + stderr).toBe(0)
  expect(stdout).toContain('using 2 workers')
  expect(stdout).toMatch(/states [3-6]\/8, statuses 1\/3, parameters 1\/1, operations 1\/1/)
  const { met } = await readReport(folder)
  expect([met['GET /events'], met['GET /events?page'], met['second page']]).toEqual([4, 4, 3])
  await rm(folder, { recursive: true })
})
