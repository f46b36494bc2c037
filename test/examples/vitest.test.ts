import { execFile } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const scratch = `${root}node_modules/.cache/calmock-vitest`

/** The used part of a JSON report of Vitest. */
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string
      readonly status: string
      readonly failureMessages: readonly string[]
    }[]
  }[]
}

/** Runs Vitest in a child process. */
async function runVitest(folder: string, environment = 'node') {
  const args = ['run', '--root', folder, '--reporter', 'json', '--environment', environment]
  if (environment !== 'node') args.push('--no-isolate') // loads jsdom or happy-dom once, not for each file
  const script = `${root}node_modules/vitest/vitest.mjs`
  const { VITEST: _, ...env } = process.env
  const [code, stdout] = await new Promise<[number | null, string]>((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { env }, (_, stdout) =>
      resolve([child.exitCode, stdout]),
    )
  })
  const { testResults }: Report = JSON.parse(stdout.slice(stdout.indexOf('{')))
  return { code, tests: testResults.flatMap((file) => file.assertionResults) }
}

/** Failing tests, and tests before and after them. */
const failing = `
  import { useCalmock } from 'calmock/vitest'
  import { expect, test } from 'vitest'

  const mock = useCalmock({ events: 3, onUnhandledRequest: 'error' })
  const venues = 'https://api.example/de/cal/events/v1/venues'
  const make = () => fetch(venues, { method: 'POST', body: new URLSearchParams({ venue: 'Neu' }) })
  const status = async () => (await fetch(venues + '/by-slug/neu')).status

  test('fails: a wrong expectation', async () => {
    await make()
    expect(await status()).toBe(404)
  })
  test('passes: a failed test leaves no records', async () => expect(await status()).toBe(404))
  test('skips itself', async ({ skip }) => {
    await make()
    skip()
  })
  test('passes: a skipped test leaves no records', async () => expect(await status()).toBe(404))
  test('fails: a request without a handler', () => fetch('https://other.example/'))
  test('fails: an unknown scenario', () => mock.setScenario('ctiy'))`

beforeAll(async () => {
  await rm(scratch, { recursive: true, force: true })
  await mkdir(`${scratch}/node_modules`, { recursive: true })
  await symlink(root, `${scratch}/node_modules/calmock`)
  await writeFile(`${scratch}/failing.test.js`, failing)
  const config = 'export default { test: { include: ["*.test.js"], exclude: [] } }'
  await writeFile(`${scratch}/vitest.config.js`, config)
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

test.each(['node', 'jsdom', 'happy-dom'])(
  'the Vitest example passes in the environment %s',
  async (environment) => {
    const { code, tests } = await runVitest(`${root}examples/vitest`, environment)
    expect(tests.flatMap(({ failureMessages }) => failureMessages)).toEqual([])
    expect([code, tests.length]).toEqual([0, 39])
  },
  120_000,
)

test('exactly the expected tests fail', async () => {
  const { code, tests } = await runVitest(scratch)
  expect(code).toBe(1)
  const expected = { fails: 'failed', passes: 'passed', skips: 'skipped' }
  expect(tests.map(({ title, status }) => [title, status])).toEqual(
    tests.map(({ title }) => [title, expected[/^\w+/.exec(title)?.[0] as keyof typeof expected]]),
  )
  expect(tests).toHaveLength(6)
  expect(tests[4]?.failureMessages[0]).toMatch(/onUnhandledRequest|fetch failed/) // the message of msw 2 or msw 3
  expect(tests.at(-1)?.failureMessages[0]).toContain(
    '[calmock] invalid scenario "ctiy"; did you mean "city"? accepted: ',
  )
}, 60_000)
