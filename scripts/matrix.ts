/**
 * Runs the built product on other versions of Node, each from the npm package `node` in a scratch
 * folder: the golden hashes under several time zones of the machine, the command line serving all
 * sites, and the tests of what Node has a part in. Then the tests that meet msw with other versions of it. Closes with one line:
 * `240 passed, 0 failed`.
 */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { installed } from './installed.ts'

const run = promisify(execFile)
const root = new URL('..', import.meta.url).pathname
const scratch = await mkdtemp(join(tmpdir(), 'calmock-matrix-'))
const versions = ['20.19', '22', '24', '26']
const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns']
const golden: unknown = JSON.parse(await readFile(join(root, 'test/seed/golden.json'), 'utf8'))
const count = { passed: 0, failed: 0 }

async function check(name: string, holds: () => Promise<boolean>): Promise<void> {
  const isGood = await holds().catch((error: unknown) => {
    console.log(String(error))
    return false
  })
  count[isGood ? 'passed' : 'failed']++
  console.log(`${isGood ? 'ok' : 'FAILED'} ${name}`)
}

async function hashesAreGolden(node: string, bundle: string, zone: string): Promise<boolean> {
  const { stdout } = await run(node, [bundle], { env: { ...process.env, TZ: zone } })
  return stdout === JSON.stringify(golden)
}

/** Starts the program, asks each of its sites for a list, and ends it. */
async function serves(node: string): Promise<boolean> {
  const program = spawn(node, [join(root, 'bin/calmock.js'), '--port', '0', '--log-format', 'json'])
  const ready = await new Promise<string>((resolve, reject) => {
    program.stdout.once('data', (data: Buffer) => resolve(String(data)))
    program.once('exit', (code) => reject(new Error(`ended with ${code} before it was ready`)))
  })
  const { url }: { url: string } = JSON.parse(ready)
  const totals = await Promise.all(
    ['hi', 'de', 'zh-hans'].map(async (site) => {
      const response = await fetch(`${url}/${site}/cal/events/v1/events`)
      return Number(response.headers.get('x-cal-total'))
    }),
  )
  program.kill('SIGTERM')
  const code = await new Promise((resolve) => program.once('exit', resolve))
  return code === 0 && totals.every((total) => total > 40)
}

const copiedNot = ['node_modules', 'dist', '.git', '.ci']
/** Tests in which msw takes part. */
const meetingMsw = ['transports', 'browser', 'cli', 'examples', 'page', 'storybook', 'worlds']

/** Tests in which much depends on what Node itself does. */
const meetingNode = ['test/security/', 'test/cli/state.test.ts']

/** Builds a copy of the project that has another msw, and runs in it the tests that meet msw. */
async function runWithMsw(version: string, node: string): Promise<void> {
  const msw = await installed(scratch, 'msw', version)
  const copy = join(scratch, `with-msw-${version}`)
  await mkdir(join(copy, 'node_modules'), { recursive: true })
  for (const name of (await readdir(root)).filter((name) => !copiedNot.includes(name)))
    await cp(join(root, name), join(copy, name), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    const from = name === 'msw' ? msw : join(root, 'node_modules', name)
    if (name !== '.cache') await symlink(from, join(copy, 'node_modules', name))
  }
  await mkdir(join(copy, 'node_modules/.cache'))
  const { version: exact } = JSON.parse(await readFile(join(msw, 'package.json'), 'utf8'))
  await run(node, ['--import', 'tsx', 'scripts/build.ts'], { cwd: copy })
  const folders = meetingMsw.map((folder) => `test/${folder}/`)
  await runTests(`msw ${exact}`, node, folders, copy)
}

/** Runs tests on a Node, and counts them. */
async function runTests(name: string, node: string, tests: readonly string[], cwd = root) {
  const vitest = spawn(node, ['node_modules/vitest/vitest.mjs', 'run', ...tests], {
    cwd,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let text = ''
  vitest.stdout.on('data', (part: Buffer) => {
    text += part
  })
  const code = await new Promise((resolve) => vitest.once('exit', resolve))
  const [, passed = '0', failed = '0'] = /(\d+) passed, (\d+) failed\s*$/.exec(text) ?? []
  count.passed += Number(passed)
  count.failed += code === 0 ? 0 : Math.max(1, Number(failed))
  if (code !== 0) console.log(text)
  console.log(`${code === 0 ? 'ok' : 'FAILED'} ${name}: ${passed} tests passed`)
}

const bundle = join(scratch, 'golden.mjs')
await build({
  stdin: {
    contents: `import { goldenHashes } from './scripts/golden.ts'
      process.stdout.write(JSON.stringify(await goldenHashes()))`,
    resolveDir: root,
  },
  bundle: true,
  format: 'esm',
  target: 'node20',
  outfile: bundle,
  logLevel: 'error',
})
const nodes = new Map<string, string>()
for (const version of versions) {
  const node = join(await installed(scratch, 'node', version), 'bin/node')
  nodes.set(version, node)
  const { stdout } = await run(node, ['--version'])
  for (const zone of zones) {
    await check(`${stdout.trim()} ${zone}: golden hashes`, () =>
      hashesAreGolden(node, bundle, zone),
    )
  }
  await check(`${stdout.trim()}: calmock serve answers on every site`, () => serves(node))
  await runTests(`${stdout.trim()}, what Node has a part in`, node, meetingNode)
}
for (const [version, node] of [
  ['2.10', process.execPath],
  ['3', nodes.get('24') ?? ''],
] as const)
  await runWithMsw(version, node)
await rm(scratch, { recursive: true, force: true })
process.exitCode = count.failed === 0 ? 0 : 1
console.log(`${count.passed} passed, ${count.failed} failed`)
