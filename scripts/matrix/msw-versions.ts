import { cp, mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { installPackage } from '../install-package.ts'
import { run } from './run.ts'
import { runTests } from './run-tests.ts'

const root = new URL('../..', import.meta.url).pathname

const NOT_COPIED = ['node_modules', 'dist', '.git', '.ci']

const mswTests = [
  'transports',
  'browser',
  'cli',
  'dom',
  'examples',
  'export',
  'storybook',
  'worlds',
]

/** Builds a copy of the repository with a version of msw, and runs the tests that depend on msw. */
export async function checkMsw(version: string, node: string, scratch: string): Promise<void> {
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
  await runTests(`msw ${exactVersion}`, folders, { node, cwd: copy })
}
