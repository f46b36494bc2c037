import { existsSync } from 'node:fs'
import { chmod, cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, delimiter, dirname, join } from 'node:path'
import { browserOptions } from '../../test/browser/launch.ts'
import { check } from './results.ts'
import { run } from './run.ts'

const root = new URL('../..', import.meta.url).pathname

/** A version of msw, and the binary of a version of Node that it supports. */
type MswVersion = readonly [version: string, node: string]

interface ProjectRun {
  readonly scratch: string
  readonly tarball: string
  readonly mswVersions: readonly MswVersion[]
  /** The binary of Node for projects with `engines`: their packages reject the Node of this process. */
  readonly newerNode: string
}

/** Returns the folders in examples/ and test/tools/ that have their own package.json. */
export async function listProjects(): Promise<readonly string[]> {
  const parents = ['examples', 'test/tools'].filter((parent) => existsSync(join(root, parent)))
  const folders = await Promise.all(
    parents.map(async (parent) =>
      (await readdir(join(root, parent))).map((name) => `${parent}/${name}`),
    ),
  )
  return folders.flat().filter((folder) => existsSync(join(root, folder, 'package.json')))
}

/**
 * Tests projects as a user has them, two at a time: a copy with `npm ci`, the packed package and `npm test`.
 * A project that depends on `msw` is tested with each version of msw. A script `upgrade` installs another major
 * version of what the project tests with, and the project is tested again.
 */
export async function checkProjects(
  projects: readonly string[],
  projectRun: ProjectRun,
): Promise<void> {
  const queue = [...projects]
  const browser = await createBrowserScript(projectRun.scratch)
  const work = async (): Promise<void> => {
    for (let project = queue.shift(); project; project = queue.shift())
      await checkProject(project, projectRun, browser)
  }
  await Promise.all([work(), work()])
}

async function checkProject(
  project: string,
  { scratch, tarball, mswVersions, newerNode }: ProjectRun,
  browser: string,
): Promise<void> {
  const cwd = join(scratch, project.replaceAll('/', '-'))
  const npm = (args: readonly string[], node = process.execPath) =>
    run('npm', args, {
      cwd,
      env: { BROWSER_PATH: browser, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
    })
  await cp(join(root, project), cwd, { recursive: true, filter: isSource })
  const manifest = JSON.parse(await readFile(join(cwd, 'package.json'), 'utf8'))
  const hasMsw = manifest.devDependencies?.msw ?? manifest.dependencies?.msw
  const versions = hasMsw ? mswVersions : [['', process.execPath] as const]
  const installed = npm(['ci', ...INSTALL_FLAGS])
  for (const [version, node] of versions)
    await check(`${project}${version && ` with msw ${version}`}`, async () => {
      await installed
      const packages = version ? [tarball, `msw@${version}`] : [tarball]
      await npm(['install', '--no-save', ...INSTALL_FLAGS, ...packages])
      await npm(['test'], manifest.engines ? newerNode : node)
    })
  if (manifest.scripts.upgrade)
    await check(`${project} after npm run upgrade`, async () => {
      await npm(['run', 'upgrade', '--', ...INSTALL_FLAGS, tarball])
      await npm(['test'], newerNode)
    })
}

/** Install scripts of dependencies do not run: no project needs them. */
const INSTALL_FLAGS = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']

/** Packages, and what builds and dev servers write. */
const NOT_COPIED =
  'node_modules dist build test-results .angular .astro .next .nuxt .output .parcel-cache .react-router .svelte-kit'

const isSource = (path: string): boolean => !NOT_COPIED.split(' ').includes(basename(path))

/** Writes a program that starts the browser of the tests, and returns its path. */
async function createBrowserScript(scratch: string): Promise<string> {
  const { executablePath, env } = await browserOptions()
  if (!executablePath) return ''
  const path = join(scratch, 'browser.sh')
  const libraries = env?.LD_LIBRARY_PATH ?? ''
  await writeFile(path, `#!/bin/sh\nLD_LIBRARY_PATH='${libraries}' exec '${executablePath}' "$@"\n`)
  await chmod(path, 0o755)
  return path
}
