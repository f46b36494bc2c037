import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter'

const root = new URL('../..', import.meta.url)

/** The result of a Playwright run: its exit code and the titles of its tests. */
export interface Run {
  readonly code: number
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  /** The whole output, for debugging. */
  readonly output: string
}

/**
 * Runs the tests of a folder with the Playwright configuration of that folder. The options in `more`
 * override the configuration; `browserOptions` chooses the browser.
 */
export async function runPlaywright(folder: string, more: object = {}): Promise<Run> {
  const cache = new URL(`node_modules/.cache/calmock/playwright/${crypto.randomUUID()}/`, root)
  const testDir = new URL(folder, root).pathname
  const given = { workers: 2, ...more, testDir, outputDir: `${cache.pathname}results` }
  await mkdir(cache, { recursive: true })
  await writeFile(
    new URL('playwright.config.mjs', cache),
    `import config from '${testDir}/playwright.config.ts'
import { browserOptions } from '${new URL('test/browser/launch.ts', root).pathname}'
const given = ${JSON.stringify(given)}
const use = { ...config.use, ...given.use, launchOptions: await browserOptions() }
export default { ...config, ...given, use }
`,
  )
  const cli = new URL('node_modules/@playwright/test/cli.js', root).pathname
  const { code, output } = await run([cli, 'test', '-c', cache.pathname, '--reporter=json'])
  await rm(cache, { recursive: true })
  const tests = listTests(JSON.parse(output))
  const titles = (isOk: boolean) => tests.filter(({ ok }) => ok === isOk).map(({ title }) => title)
  return { code, passed: titles(true), failed: titles(false), output }
}

const run = (args: string[]) =>
  new Promise<{ code: number; output: string }>((resolve) => {
    const options = { cwd: root.pathname, maxBuffer: 2 ** 26 }
    const child = execFile(process.execPath, args, options, (_, output) =>
      resolve({ code: child.exitCode ?? -1, output }),
    )
  })

function listTests({ suites, errors }: JSONReport) {
  const broken = errors.map(({ message = '' }) => ({ title: message, ok: false }))
  return [...suites.flatMap(listSpecs), ...broken]
}

const listSpecs = ({ specs, suites = [] }: JSONReportSuite): { title: string; ok: boolean }[] => [
  ...specs,
  ...suites.flatMap(listSpecs),
]
