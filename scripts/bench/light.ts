import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { browserOptions } from '../../test/browser/launch.ts'
import { peers } from '../../test/packed.ts'
import { API, type Group, measureInTurns, readList } from './bench.ts'

const FILES = 20
const TESTS = 10

/** Runs a program of Node. Returns its wall time and the CPU time of all its processes, in s. */
async function runTimed(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const start = performance.now()
  // the second line of `times` has the user and the system time of all child processes
  const script = '"$@" >&2; code=$?; times; exit $code'
  const options = { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } }
  const argv = ['-c', script, 'sh', process.execPath, ...args]
  const { stdout } = await promisify(execFile)('sh', argv, options)
  const wall = (performance.now() - start) / 1000
  const [user = 0, system = 0] = stdout.trim().split(/\s+/).slice(-2).map(readTime)
  return { 'CPU, s': user + system, 'wall, s': wall }
}

/** Reads a time such as `1m2.5s`, in s. */
function readTime(text: string): number {
  const [minutes = 0, seconds = 0] = text.replace('s', '').split('m').map(Number)
  return 60 * minutes + seconds
}

/** Measures imports in fresh processes. */
export const measureImport: Group = async ({ packed, rounds }, table) => {
  const cwd = await packed.project(peers)
  const names = ['msw + msw/node', 'calmock', 'calmock/node', 'calmock/vite', 'calmock/vitest']
  const variants = names.map((name) => ({ name }))
  await measureInTurns(table, { variants, rounds }, async ({ name }) => {
    const modules = JSON.stringify(name.split(' + '))
    const script = `const before = process.cpuUsage(), start = performance.now()
      for (const name of ${modules}) await import(name)
      const wall = performance.now() - start, { user, system } = process.cpuUsage(before)
      console.log(JSON.stringify({ 'CPU, ms': (user + system) / 1000, 'wall, ms': wall }))`
    const argv = ['--input-type=module', '--eval', script]
    const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd })
    return JSON.parse(stdout)
  })
}

/** The start of a file of tests, by variant. Plain MSW returns constants. */
const lifeCycles: Readonly<Record<string, string>> = {
  'msw constants': `import { http, HttpResponse } from 'msw'
    import { setupServer } from 'msw/node'
    import { afterAll, afterEach, beforeAll } from 'vitest'
    import list from './list.json'
    const server = setupServer(
      http.get('*/events', () => HttpResponse.json(list)),
      ...['events', 'venues', 'organizers', 'categories'].map((name) =>
        http.get('*/' + name + '/:id', () => HttpResponse.json(list.events[0]))))
    beforeAll(() => server.listen())
    afterEach(() => server.resetHandlers())
    afterAll(() => server.close())`,
  useCalmock: `import { useCalmock } from 'calmock/vitest'
    useCalmock()`,
  "intercept: 'fetch'": `import { useCalmock } from 'calmock/vitest'
    useCalmock({ intercept: 'fetch' })`,
}

/** Measures runs of Vitest. */
export const measureVitest: Group = async ({ packed, rounds }, table) => {
  const variants = Object.entries(lifeCycles).map(([name, code], n) => ({ name, code, n }))
  const tests = variants.flatMap(({ code, n }) =>
    Array.from({ length: FILES }, (_, file): [string, string] => [
      `variant-${n}-${file}.test.js`,
      `${code}
      import { expect, test } from 'vitest'
      for (let n = 0; n < ${TESTS}; n++) test('list ' + n, async () => {
        const response = await fetch('${API}')
        expect((await response.json()).events).toHaveLength(9)
      })`,
    ]),
  )
  const files = { 'list.json': await readList(packed), ...Object.fromEntries(tests) }
  const cwd = await packed.project(peers, files)
  await measureInTurns(table, { variants, rounds }, ({ n }) =>
    runTimed(cwd, ['node_modules/vitest/vitest.mjs', 'run', `variant-${n}-`]),
  )
}

const PAGE = `<script type="module">
  globalThis.drawn = fetch('${API}').then((response) => response.json())
    .then(({ events }) => events.map(({ title }) => document.body.append(title)).length)
</script>`

/** Measures runs of Playwright with 3 files of 10 tests, in 2 workers. */
export const measurePlaywright: Group = async ({ packed, rounds }, table) => {
  const variants = [
    { name: 'page.route', source: '@playwright/test' },
    { name: 'calmock/playwright', source: 'calmock/playwright' },
  ]
  const files = variants.flatMap(({ source }, variant) =>
    [1, 2, 3].map((file): [string, string] => [
      `variant-${variant}-${file}.spec.js`,
      `import { expect, test } from '${source}'
      import { readFileSync } from 'node:fs'
      const body = readFileSync('list.json', 'utf8')
      const headers = { 'access-control-allow-origin': '*' }
      for (let n = 0; n < ${TESTS}; n++) test('list ' + n, async ({ page }) => {
        await page.route('https://page.example/', (route) =>
          route.fulfill({ contentType: 'text/html', body: ${JSON.stringify(PAGE)} }))
        if (${variant === 0}) await page.route('https://api.example/**', (route) =>
          route.fulfill({ contentType: 'application/json', headers, body }))
        await page.goto('https://page.example/')
        expect(await page.evaluate('drawn')).toBe(9)
      })`,
    ]),
  )
  const config = `export default { workers: 2, reporter: 'json',
    use: { launchOptions: JSON.parse(process.env.LAUNCH_OPTIONS) } }`
  const cwd = await packed.project([...peers, 'playwright-core'], {
    'package.json': '{"type":"module"}',
    'list.json': await readList(packed),
    'playwright.config.js': config,
    ...Object.fromEntries(files),
  })
  const report = join(cwd, 'report.json')
  const LAUNCH_OPTIONS = JSON.stringify(await browserOptions())
  await measureInTurns(table, { variants, rounds }, async ({ name }) => {
    const n = variants.findIndex((variant) => variant.name === name)
    const args = ['node_modules/@playwright/test/cli.js', 'test', `variant-${n}-`]
    const env = { LAUNCH_OPTIONS, PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const times = await runTimed(cwd, args, env)
    const durations = readDurations(await readFile(report, 'utf8'))
    return { ...times, 'test, median, ms': durations[durations.length / 2] ?? Number.NaN }
  })
}

/** Reads the sorted durations of the tests from Playwright's report, in ms. */
function readDurations(report: string): number[] {
  const { suites }: Report = JSON.parse(report)
  return suites
    .flatMap(({ specs }) => specs)
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results)
    .map(({ duration }) => duration)
    .sort((a, b) => a - b)
}

interface Report {
  suites: { specs: { tests: { results: { duration: number }[] }[] }[] }[]
}
