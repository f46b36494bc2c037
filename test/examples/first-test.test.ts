import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { runPlaywright } from '../browser/run-playwright.ts'

const root = new URL('../..', import.meta.url).pathname

/** Runs a program of Node in a process without the variables of this test run. Rejects if it fails. */
async function run(...args: readonly string[]): Promise<string> {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  return (await promisify(execFile)(process.execPath, args, { cwd: root, env })).stdout
}

test('the first test with Vitest passes', async () => {
  const script = `${root}node_modules/vitest/vitest.mjs`
  const output = await run(script, 'run', '--root', 'examples/first-test')
  expect(output).toMatch(/Tests .*1 passed/)
}, 60_000)

test('the first test with node:test passes', async () => {
  const args = ['--test', '--test-reporter', 'tap', 'examples/first-test/node.test.mjs']
  expect(await run(...args)).toMatch(/^# pass 1$/m)
}, 60_000)

test('the first test with Playwright passes', async () => {
  const { output, ...run } = await runPlaywright('examples/first-test')
  expect(run, output).toEqual({ code: 0, passed: ['shows an empty calendar'], failed: [] })
}, 60_000)
