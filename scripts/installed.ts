import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Installs a package from the registry into a folder of its own, with what it needs; gives its place. */
export async function installed(scratch: string, name: string, version: string): Promise<string> {
  const folder = join(scratch, `${name}-${version}`)
  await mkdir(folder)
  // the package `node` brings the binary of this machine by its install script
  await writeFile(join(folder, 'package.json'), '{"allowScripts":{"node":true,"msw":false}}')
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error']
  await promisify(execFile)('npm', ['install', ...flags, `${name}@${version}`], { cwd: folder })
  return join(folder, 'node_modules', name)
}
