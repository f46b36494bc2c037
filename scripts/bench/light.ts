import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { browserOptions } from '../../test/browser/launch.ts'
import { peers } from '../../test/packed.ts'
import { API, type Group, measureInTurns, prepareVariants, readList } from './bench.ts'

const FILES = 20
const TESTS = 10

/** Runs a program of Node. Returns its wall time and the CPU time of all its processes, in s. */
async function runTimed(cwd: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const start = performance.now()
  // the second line of `times` has the user and the system time of all child processes, such as 1m2.5s
  const script = '"$@" >&2; code=$?; times; exit $code'
  const options = { cwd, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env } }
  const argv = ['-c', script, 'sh', process.execPath, ...args]
  const { stdout } = await promisify(execFile)('sh', argv, options)
  const wall = (performance.now() - start) / 1000
  const times = [...stdout.matchAll(/(\d+)m([\d.]+)s/g)].slice(-2)
  const seconds = times.map(([, minutes, rest]) => 60 * Number(minutes) + Number(rest))
  return { 'CPU, s': seconds.reduce((sum, time) => sum + time, 0), 'wall, s': wall }
}

/** The imports and the start of a test before its first answer, by variant. Plain MSW returns a constant of the same bytes. */
const firstAnswers: Readonly<Record<string, string>> = {
  msw: `const [{ http, HttpResponse }, { setupServer }, { readFileSync }] =
      [await import('msw'), await import('msw/node'), await import('node:fs')]
    measure('import')
    const list = JSON.parse(readFileSync('list.json', 'utf8'))
    setupServer(http.get('*/events', () => HttpResponse.json(list))).listen()`,
  calmock: `const { createCalmock } = await import('calmock')
    measure('import')
    const { fetch } = createCalmock()`,
  'calmock/node': `const { setupCalmock } = await import('calmock/node')
    measure('import')
    await setupCalmock().start()`,
}

/** Measures the time from the first import to the first answer in fresh processes. */
export const measureFirst: Group = async ({ builds, rounds }, table) => {
  const variants = await prepareVariants(builds, firstAnswers, async (code, packed) => {
    const script = `const rows = {}, before = process.cpuUsage(), start = performance.now()
      const measure = (what) => {
        const wall = performance.now() - start, { user, system } = process.cpuUsage(before)
        Object.assign(rows, { [what + ', ms']: wall, [what + ', CPU, ms']: (user + system) / 1000 })
      }
      ${code}
      await fetch('${API}').then((response) => response.json())
      measure('import to the first answer')
      console.log(JSON.stringify(rows))`
    return packed.project(peers, { 'first.mjs': script, 'list.json': await readList(packed) })
  })
  await measureInTurns(table, { variants, rounds }, async ({ made: cwd }) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['first.mjs'], { cwd })
    return JSON.parse(stdout)
  })
}

/** The start of a file of tests, by variant. Plain MSW returns constants. */
const lifeCycles: Readonly<Record<string, string>> = {
  msw: `import { http, HttpResponse } from 'msw'
    import { setupServer } from 'msw/node'
    import { afterAll, afterEach, beforeAll } from 'vitest'
    import list from './list.json'
    const server = setupServer(http.get('*/events', () => HttpResponse.json(list)))
    beforeAll(() => server.listen())
    afterEach(() => server.resetHandlers())
    afterAll(() => server.close())`,
  useCalmock: `import { useCalmock } from 'calmock/vitest'
    useCalmock()`,
  "intercept: 'fetch'": `import { useCalmock } from 'calmock/vitest'
    useCalmock({ intercept: 'fetch' })`,
}

export const measureVitest: Group = async ({ builds, rounds }, table) => {
  const variants = await prepareVariants(builds, lifeCycles, async (code, packed) => {
    const test = `${code}
      import { expect, test } from 'vitest'
      for (let n = 0; n < ${TESTS}; n++) test('list ' + n, async () => {
        const response = await fetch('${API}')
        expect((await response.json()).events).toHaveLength(9)
      })`
    const tests = Array.from({ length: FILES }, (_, file) => [`${file}.test.js`, test])
    const files = { 'list.json': await readList(packed), ...Object.fromEntries(tests) }
    return packed.project(peers, files)
  })
  await measureInTurns(table, { variants, rounds }, ({ made: cwd }) =>
    runTimed(cwd, ['node_modules/vitest/vitest.mjs', 'run']),
  )
}

const PAGE = `<script type="module">
  globalThis.drawn = fetch('${API}').then((response) => response.json())
    .then(({ events }) => events.map(({ title }) => document.body.append(title)).length)
</script>`

const fixtures: Readonly<Record<string, string>> = {
  'page.route': '@playwright/test',
  'calmock/playwright': 'calmock/playwright',
}

/** Measures runs of Playwright with 3 files of 10 tests, in 2 workers. */
export const measurePlaywright: Group = async ({ builds, rounds }, table) => {
  const variants = await prepareVariants(builds, fixtures, async (code, packed) => {
    const test = `import { expect, test } from '${code}'
      import { readFileSync } from 'node:fs'
      const body = readFileSync('list.json', 'utf8')
      const headers = { 'access-control-allow-origin': '*' }
      for (let n = 0; n < ${TESTS}; n++) test('list ' + n, async ({ page }) => {
        await page.route('https://page.example/', (route) =>
          route.fulfill({ contentType: 'text/html', body: ${JSON.stringify(PAGE)} }))
        if (${code === '@playwright/test'}) await page.route('https://api.example/**', (route) =>
          route.fulfill({ contentType: 'application/json', headers, body }))
        await page.goto('https://page.example/')
        expect(await page.evaluate('drawn')).toBe(9)
      })`
    return packed.project([...peers, 'playwright-core'], {
      'package.json': '{"type":"module"}',
      'list.json': await readList(packed),
      'playwright.config.js': `export default { workers: 2,
        use: { launchOptions: JSON.parse(process.env.LAUNCH_OPTIONS) } }`,
      ...Object.fromEntries([1, 2, 3].map((file) => [`${file}.spec.js`, test])),
    })
  })
  const LAUNCH_OPTIONS = JSON.stringify(await browserOptions())
  await measureInTurns(table, { variants, rounds }, ({ made: cwd }) =>
    runTimed(cwd, ['node_modules/@playwright/test/cli.js', 'test'], { LAUNCH_OPTIONS }),
  )
}
