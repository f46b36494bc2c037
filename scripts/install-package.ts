import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Installs a package and its dependencies in a new subfolder of `scratch`. Returns the folder of the package. */
export async function installPackage(
  scratch: string,
  name: string,
  version: string,
): Promise<string> {
  const folder = join(scratch, `${name}-${version}`)
  await mkdir(folder)
  await writeFile(join(folder, 'package.json'), '{"allowScripts":{"node":true}}')
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel', 'error']
  // the install script of the package `node` selects the binary for this machine
  if (name !== 'node') flags.push('--ignore-scripts')
  await promisify(execFile)('npm', ['install', ...flags, `${name}@${version}`], { cwd: folder })
  return join(folder, 'node_modules', name)
}
