import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname

test('the node:test examples pass', async () => {
  const { NODE_OPTIONS: _, ...env } = process.env
  const files = ['calendar', 'network', 'worlds'].map(
    (name) => `examples/node-test/${name}.test.mjs`,
  )
  const args = ['--test', '--test-reporter', 'tap', ...files]
  const run = promisify(execFile)(process.execPath, args, { cwd: root, env })
  const { stdout } = await run.catch((error) => error)
  expect(stdout).toMatch(/^# pass 15$/m)
  expect(stdout).toMatch(/^# fail 0$/m)
}, 60_000)
