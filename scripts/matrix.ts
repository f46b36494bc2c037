/**
 * Tests the build with other versions of Node and msw: `npm run test:matrix`.
 *
 * With each version of Node (from the npm package `node`): the golden hashes in several time zones, the
 * command line, and the tests that depend on Node. With each version of msw: the tests that depend on msw.
 * The last line is the result, such as `240 passed, 0 failed`.
 */
import { execFile, spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { installPackage } from './install-package.ts'

const run = promisify(execFile)
const root = new URL('..', import.meta.url).pathname
const scratch = await mkdtemp(join(tmpdir(), 'calmock-matrix-'))
const nodeVersions = ['20.19', '22', '24', '26']
const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns']
const golden: unknown = JSON.parse(await readFile(join(root, 'test/seed/golden.json'), 'utf8'))
const count = { passed: 0, failed: 0 }

/** Runs a check, counts it and prints its result. An error is a failure. */
async function check(name: string, run: () => Promise<boolean>): Promise<void> {
  const hasPassed = await run().catch((error: unknown) => {
    console.log(String(error))
    return false
  })
  count[hasPassed ? 'passed' : 'failed']++
  console.log(`${hasPassed ? 'ok' : 'FAILED'} ${name}`)
}

/** Generates the golden hashes with a version of Node in a time zone, and compares them. */
async function checkHashes(node: string, bundle: string, zone: string): Promise<boolean> {
  const { stdout } = await run(node, [bundle], { env: { ...process.env, TZ: zone } })
  return stdout === JSON.stringify(golden)
}

/** Starts the command line, requests lists from three sites, and stops it. */
async function checkServer(node: string): Promise<boolean> {
  const server = spawn(node, [join(root, 'bin/calmock.js'), '--port', '0', '--log-format', 'json'])
  const ready = await new Promise<string>((resolve, reject) => {
    server.stdout.once('data', (data: Buffer) => resolve(String(data)))
    server.once('exit', (code) => reject(new Error(`exited with ${code} before it was ready`)))
  })
  const { url }: { url: string } = JSON.parse(ready)
  const totals = await Promise.all(
    ['hi', 'de', 'zh-hans'].map(async (site) => {
      const response = await fetch(`${url}/${site}/cal/events/v1/events`)
      return Number(response.headers.get('x-cal-total'))
    }),
  )
  server.kill('SIGTERM')
  const code = await new Promise((resolve) => server.once('exit', resolve))
  return code === 0 && totals.every((total) => total > 40)
}

/** Files of the project that are not copied. */
const NOT_COPIED = ['node_modules', 'dist', '.git', '.ci']

/** Folders of tests that depend on msw. */
const mswTests = ['transports', 'browser', 'cli', 'examples', 'export', 'storybook', 'worlds']

/** Tests that depend on Node. */
const nodeTests = ['test/security/', 'test/cli/state.test.ts']

/** Builds a copy of the project with another version of msw, and runs the tests that depend on msw. */
async function runWithMsw(version: string, node: string): Promise<void> {
  const msw = await installPackage(scratch, 'msw', version)
  const copy = join(scratch, `with-msw-${version}`)
  await mkdir(join(copy, 'node_modules'), { recursive: true })
  for (const name of (await readdir(root)).filter((name) => !NOT_COPIED.includes(name)))
    await cp(join(root, name), join(copy, name), { recursive: true })
  for (const name of await readdir(join(root, 'node_modules'))) {
    const from = name === 'msw' ? msw : join(root, 'node_modules', name)
    if (name !== '.cache') await symlink(from, join(copy, 'node_modules', name))
  }
  await mkdir(join(copy, 'node_modules/.cache'))
  const { version: exactVersion } = JSON.parse(await readFile(join(msw, 'package.json'), 'utf8'))
  await run(node, ['--import', 'tsx', 'scripts/build.ts'], { cwd: copy })
  const folders = mswTests.map((folder) => `test/${folder}/`)
  await runTests(`msw ${exactVersion}`, node, folders, copy)
}

/** Runs tests with a version of Node, and counts them. */
async function runTests(name: string, node: string, tests: readonly string[], cwd = root) {
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
  count.passed += Number(passed)
  count.failed += code === 0 ? 0 : Math.max(1, Number(failed))
  if (code !== 0) console.log(output)
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
const binaries = new Map<string, string>()
for (const version of nodeVersions) {
  const node = join(await installPackage(scratch, 'node', version), 'bin/node')
  binaries.set(version, node)
  const { stdout } = await run(node, ['--version'])
  for (const zone of zones) {
    await check(`${stdout.trim()} ${zone}: golden hashes`, () => checkHashes(node, bundle, zone))
  }
  await check(`${stdout.trim()}: calmock serve returns lists`, () => checkServer(node))
  await runTests(`${stdout.trim()}, tests that depend on Node`, node, nodeTests)
}
for (const [version, node] of [
  ['2.10', process.execPath],
  ['3', binaries.get('24') ?? ''],
] as const)
  await runWithMsw(version, node)
await rm(scratch, { recursive: true, force: true })
process.exitCode = count.failed === 0 ? 0 : 1
console.log(`${count.passed} passed, ${count.failed} failed`)
