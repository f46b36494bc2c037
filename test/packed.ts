import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import manifest from '../package.json' with { type: 'json' }

export const root = new URL('..', import.meta.url).pathname
export const peers: readonly string[] = Object.keys(manifest.peerDependenciesMeta)

/** The packed package in a temporary folder. */
export interface Packed {
  readonly tarball: string
  /** The unpacked contents. */
  readonly folder: string
  readonly paths: readonly string[]
  /** Size of the tarball in bytes. */
  readonly size: number
  /**
   * Creates a project with the package, some packages of this repository and files; returns its
   * folder.
   */
  project(modules: readonly string[], files?: Readonly<Record<string, string>>): Promise<string>
  remove(): Promise<void>
}

/** Packs the last build of a clone. */
export async function pack(clone = root): Promise<Packed> {
  const scratch = await mkdtemp(join(tmpdir(), 'calmock-package-'))
  const args = ['pack', '--ignore-scripts', '--json', '--pack-destination', scratch]
  const { stdout, stderr } = await run('npm', args, clone)
  if (!stdout.includes('"filename"')) throw new Error(stderr)
  const [{ filename, size, files }] = JSON.parse(stdout)
  const tarball = join(scratch, filename)
  await run('tar', ['-xzf', tarball], scratch)
  const folder = join(scratch, 'package')
  return {
    tarball,
    folder,
    paths: files.map(({ path }: { path: string }) => path),
    size,
    project: async (modules, files = {}) =>
      install(folder, await mkdtemp(join(scratch, 'project-')), modules, files),
    remove: () => rm(scratch, { recursive: true, force: true }),
  }
}

async function install(
  from: string,
  to: string,
  modules: readonly string[],
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const at = (name: string): string => join(to, 'node_modules', name)
  await cp(from, at('calmock'), { recursive: true })
  for (const name of modules) {
    await mkdir(dirname(at(name)), { recursive: true })
    const tool = join(root, 'test/tools/node_modules', name)
    await symlink(existsSync(tool) ? tool : join(root, 'node_modules', name), at(name))
  }
  await mkdir(at('.bin'))
  await symlink('../calmock/bin/calmock.js', at('.bin/calmock'))
  for (const [name, text] of Object.entries(files)) await writeFile(join(to, name), text)
  return to
}

/** Exit code and streams of a program that has ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, without the environment variables of the test runner. */
export function run(file: string, args: readonly string[], cwd: string): Promise<Ended> {
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  return new Promise((resolve) => {
    const options = { cwd, env, maxBuffer: 2 ** 26 }
    const child = execFile(file, args, options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    )
  })
}

export const node = (args: readonly string[], cwd: string): Promise<Ended> =>
  run(process.execPath, args, cwd)
