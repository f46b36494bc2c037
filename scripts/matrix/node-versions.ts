import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { check } from './results.ts'
import { run } from './run.ts'
import { runTests } from './run-tests.ts'

const root = new URL('../..', import.meta.url).pathname
const zones = ['UTC', 'Pacific/Kiritimati', 'America/St_Johns']
const golden: unknown = JSON.parse(await readFile(join(root, 'test/seed/golden.json'), 'utf8'))

const nodeTests = ['test/security/', 'test/cli/state.test.ts']

/** Checks with each version of Node: the golden hashes in several time zones, the command line, and the tests that depend on Node. */
export async function checkNodes(nodes: readonly string[], scratch: string): Promise<void> {
  const bundle = join(scratch, 'golden.mjs')
  await buildHashes(bundle)
  for (const node of nodes) await checkNode(node, bundle)
}

async function checkNode(node: string, bundle: string): Promise<void> {
  const version = (await run(node, ['--version'])).trim()
  for (const zone of zones)
    await check(`${version} ${zone}: golden hashes`, () => hasGoldenHashes(node, bundle, zone))
  await check(`${version}: calmock serve returns lists`, () => servesLists(node))
  await runTests(`${version}, tests that depend on Node`, nodeTests, { node })
}

/** Builds a program that prints the golden hashes. */
async function buildHashes(outfile: string): Promise<void> {
  await build({
    stdin: {
      contents: `import { goldenHashes } from './scripts/golden.ts'
      process.stdout.write(JSON.stringify(await goldenHashes()))`,
      resolveDir: root,
    },
    bundle: true,
    format: 'esm',
    target: 'node20',
    outfile,
    logLevel: 'error',
  })
}

async function hasGoldenHashes(node: string, bundle: string, zone: string): Promise<boolean> {
  return (await run(node, [bundle], { env: { TZ: zone } })) === JSON.stringify(golden)
}

/** Starts the command line, requests lists from three sites, and stops it. */
async function servesLists(node: string): Promise<boolean> {
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
