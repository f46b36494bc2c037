/**
 * Runs the built product on other versions of Node, each from the npm package `node` in a scratch
 * folder: the golden hashes under several time zones of the machine, and the command line serving
 * all sites. Closes with one line: `24 passed, 0 failed`.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'

const run = promisify(execFile)
const root = new URL('..', import.meta.url).pathname
const scratch = await mkdtemp(join(tmpdir(), 'calmock-matrix-'))
const versions = ['20.19', '22', '24', '26']
const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns']
const golden: unknown = JSON.parse(await readFile(join(root, 'test/seed/golden.json'), 'utf8'))
const count = { passed: 0, failed: 0 }

/** The path of a Node binary of a version. */
async function nodeOf(version: string): Promise<string> {
  const folder = join(scratch, version)
  await mkdir(folder)
  // the package brings the binary of this machine by its install script
  await writeFile(join(folder, 'package.json'), '{"allowScripts":{"node":true}}')
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error']
  await run('npm', ['install', ...flags, `node@${version}`], { cwd: folder })
  return join(folder, 'node_modules/node/bin/node')
}

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
for (const version of versions) {
  const node = await nodeOf(version)
  const { stdout } = await run(node, ['--version'])
  for (const zone of zones) {
    await check(`${stdout.trim()} ${zone}: golden hashes`, () =>
      hashesAreGolden(node, bundle, zone),
    )
  }
  await check(`${stdout.trim()}: calmock serve answers on every site`, () => serves(node))
}
await rm(scratch, { recursive: true, force: true })
process.exitCode = count.failed === 0 ? 0 : 1
console.log(`${count.passed} passed, ${count.failed} failed`)
