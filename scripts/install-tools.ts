/** Installs the packages of docs/ and test/tools/, which only the slow lane needs, unless they are installed already. */
import { spawnSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Loads a package of test/tools/. It is untyped here. */
export const requireTool = createRequire(new URL('../test/tools/package.json', import.meta.url))

const root = fileURLToPath(new URL('..', import.meta.url))

/** Vitest calls it before the tests of the slow lane. */
export const setup = (): void => install(['docs', 'test/tools'])

function install(folders: readonly string[]): void {
  for (const folder of folders) {
    const cwd = root + folder
    const installed = `${cwd}/node_modules/.package-lock.json`
    const isCurrent =
      existsSync(installed) &&
      statSync(installed).mtimeMs > statSync(`${cwd}/package-lock.json`).mtimeMs
    if (isCurrent) continue
    // install scripts do not run: no package needs them
    const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
    const { status } = spawnSync('npm', args, { cwd, stdio: 'inherit', shell: true })
    if (status !== 0) throw new Error(`npm ci failed in ${folder}`)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folders = process.argv.slice(2)
  install(folders.length > 0 ? folders : ['docs', 'test/tools'])
}
