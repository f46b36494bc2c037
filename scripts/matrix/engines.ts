import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { buildProgram } from '../../test/engines/build-program.ts'
import { hashInChromium } from '../../test/engines/chromium.ts'
import type { Packed } from '../../test/packed.ts'
import { installPackage } from '../install-package.ts'
import { requireTool } from '../install-tools.ts'
import { check, skip } from './results.ts'
import { run } from './run.ts'

/** A binary in a package of the npm registry, which has binaries for some platforms. */
interface NpmBinary {
  readonly name: string
  readonly version: string
  readonly scope: string
  readonly path: string
}

const bun: NpmBinary = { name: 'bun', version: '1.4.5', scope: '@oven', path: 'bin/bun' }
const deno: NpmBinary = { name: 'deno', version: '2.9.6', scope: '@deno', path: 'deno' }

/** Checks that each engine returns the same responses as this Node, byte for byte. */
export async function checkEngines(
  nodes: readonly string[],
  { scratch, packed }: { readonly scratch: string; readonly packed: Packed },
): Promise<void> {
  const cwd = await packed.project([], {
    'engine.mjs': await buildProgram('program', 'calmock'),
    'package.json': '{ "dependencies": { "calmock": "*" } }', // Deno asks for it
  })
  const program = join(cwd, 'engine.mjs')
  const expected = await run(process.execPath, [program])
  const checkEngine = (engine: string, hash: () => Promise<string>): Promise<void> =>
    check(`${engine}: 91 responses, ${expected.slice(0, 16)}`, async () => {
      const actual = await hash()
      if (actual.trim() !== expected.trim()) throw new Error(`${engine} returned ${actual}`)
    })
  for (const node of nodes)
    await checkEngine(`Node ${(await run(node, ['--version'])).trim()}`, () => run(node, [program]))
  const checkBinary = async (source: NpmBinary, args: readonly string[]): Promise<void> => {
    const engine = `${source.name} ${source.version}`
    const binary = await installBinary(source, scratch)
    if (binary) await checkEngine(engine, () => run(binary, [...args, program], { cwd }))
    else skip(engine, `no package of ${source.scope} has a binary for this platform`)
  }
  await checkBinary(bun, ['run'])
  // without permissions; the check fails if the process does not exit
  await checkBinary(deno, ['run', '--no-prompt'])
  // the import fails on a platform without a binary of workerd
  const miniflare = requireMiniflare()
  if (miniflare) await checkEngine('workerd without flags', () => hashInWorkerd(miniflare))
  else skip('workerd', 'no package of @cloudflare has a binary for this platform')
  await checkEngine('edge-runtime 4.0.1', () => hashInEdgeRuntime(scratch))
  await checkEngine('Chromium', hashInChromium)
}

/** Installs a package and returns the path of its binary, if it has a binary for this platform. */
async function installBinary(source: NpmBinary, scratch: string): Promise<string | undefined> {
  const { name, version, scope, path } = source
  const folder = join(await installPackage(scratch, name, version), '..', scope)
  const platforms = existsSync(folder) ? await readdir(folder) : []
  return platforms.map((platform) => join(folder, platform, path)).find(existsSync)
}

/** The part of miniflare, a package of test/tools/, that the check uses. */
interface Miniflare {
  new (
    settings: object,
  ): {
    dispatchFetch(url: string): Promise<Response>
    dispose(): Promise<void>
  }
}

function requireMiniflare(): Miniflare | undefined {
  try {
    return requireTool('miniflare').Miniflare
  } catch {
    return undefined
  }
}

async function hashInWorkerd(Miniflare: Miniflare): Promise<string> {
  const script = await buildProgram('worker')
  const settings = { modules: true, script, compatibilityDate: '2026-04-01', cf: false }
  const worker = new Miniflare(settings)
  try {
    return await (await worker.dispatchFetch('https://calendar.example/')).text()
  } finally {
    await worker.dispose()
  }
}

async function hashInEdgeRuntime(scratch: string): Promise<string> {
  const folder = await installPackage(scratch, 'edge-runtime', '4.0.1')
  const { EdgeRuntime } = await import(join(folder, 'dist/index.js'))
  return new EdgeRuntime().evaluate(await buildProgram('script'))
}
