import { expect, test } from 'vitest'
import { runPlaywright } from '../browser/run-playwright.ts'
import { node, root } from '../packed.ts'

const NODE_TEST = ['--test', '--test-reporter', 'tap']
const vitest = `${root}node_modules/vitest/vitest.mjs`

test.each([
  ['vitest', [vitest, 'run', '--root', 'examples/first-test'], [/Tests .*2 passed/]],
  ['node:test', [...NODE_TEST, 'examples/first-test/node.test.mjs'], [/^# pass 1$/m]],
  [
    'node:test in three files',
    [
      ...NODE_TEST,
      ...['calendar', 'network', 'worlds'].map((name) => `examples/node-test/${name}.test.mjs`),
    ],
    [/^# pass 15$/m, /^# fail 0$/m],
  ],
])(
  'the examples of %s pass',
  async (_, args, output) => {
    const { code, stdout, stderr } = await node(args, root)
    expect(code, stderr).toBe(0)
    for (const pattern of output) expect(stdout).toMatch(pattern)
  },
  60_000,
)

test('the first test with Playwright passes', async () => {
  const { output, ...run } = await runPlaywright('examples/first-test')
  expect(run, output).toEqual({ code: 0, passed: ['shows an empty calendar'], failed: [] })
}, 60_000)
