import { spawn } from 'node:child_process'
import { record } from './results.ts'

const root = new URL('../..', import.meta.url).pathname

/** Runs tests of this repository or a copy of it with a version of Node, and counts them. */
export async function runTests(
  name: string,
  tests: readonly string[],
  { node, cwd = root }: { node: string; cwd?: string },
): Promise<void> {
  const vitest = spawn(node, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  vitest.stdout.on('data', (part: Buffer) => {
    output += part
  })
  const code = await new Promise((resolve) => vitest.once('exit', resolve))
  const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed\s*$/.exec(output) ?? []
  if (code !== 0) console.log(output)
  record(name, {
    passed: Number(passed),
    failed: code === 0 ? 0 : Math.max(1, Number(failed)),
  })
}
