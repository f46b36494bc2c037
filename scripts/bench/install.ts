import { execFile } from 'node:child_process'
import { lstat, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Bench } from './bench.ts'
import { type Row, rowOf } from './report.ts'

const run = promisify(execFile)

/** How large the packed package is when it is installed for production, without its peers. */
export async function install({ root, scratch }: Bench): Promise<readonly Row[]> {
  const folder = join(scratch, 'production')
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{}')
  const packing = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]
  const { stdout } = await run('npm', packing, { cwd: root })
  const file = `./${stdout.trim()}`
  const flags = ['--omit=dev', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund']
  await run('npm', ['install', ...flags, '--loglevel', 'error', file], { cwd: folder })
  const bytes = await sizeOf(join(folder, 'node_modules'))
  const wanted = { atMost: 15, unit: ' MB', digits: 1 }
  return [rowOf('production install without peers', [bytes / 1e6], wanted)]
}

/** Bytes of all files below a folder. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true })
  const sizes = entries.map(async (entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? sizeOf(path) : (await lstat(path)).size
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}
