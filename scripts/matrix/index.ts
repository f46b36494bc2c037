/**
 * Tests the build in other places: `npm run test:matrix`.
 *
 * With each version of Node (from the npm package `node`): the golden hashes in several time zones, the
 * command line, and the tests that depend on Node. On each engine (Node, Bun, Deno, workerd, an edge
 * runtime, Chromium): the responses to 91 addresses. With each version of msw: the tests that depend on msw.
 * With the packed package: the projects in examples/ and test/tools/. The last line is the result, such as
 * `240 passed, 0 failed`.
 *
 * By default one project of each family runs: one other Node, msw 3, and the projects in `SAMPLE`. `npm run test:matrix -- --all`
 * runs everything.
 *
 * `npm run test:matrix -- examples/jest` tests single projects, `npm run test:matrix -- engines` the
 * engines, and `npm run test:matrix -- msw` the versions of msw.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '../../test/packed.ts'
import { installPackage } from '../install-package.ts'
import { checkEngines } from './engines.ts'
import { checkMsw } from './msw-versions.ts'
import { checkNodes } from './node-versions.ts'
import { checkProjects, listProjects } from './projects.ts'
import { finish } from './results.ts'

/** One project of each family: pages, bundlers, frameworks with a server, a test runner in a page and in Node, a server and the linters of the OpenAPI documents. */
const SAMPLE = [
  'examples/vite-react',
  'examples/vitest-browser',
  'examples/bundlers',
  'examples/sveltekit',
  'examples/ssr-next',
  'examples/jest',
  'examples/express',
  'test/tools/openapi',
]

const isAll = process.argv.includes('--all')
const names = process.argv.slice(2).filter((name) => name !== '--all')
const chosen = names.map((path) => path.replace(/\/$/, ''))
const chosenProjects = chosen.filter((name) => !['engines', 'msw'].includes(name))
const isWhole = chosen.length === 0
const withEngines = isWhole || chosen.includes('engines')
const withMsw = isWhole || chosen.includes('msw')
const scratch = await mkdtemp(join(tmpdir(), 'calmock-matrix-'))

const installNode = async (version: string): Promise<string> =>
  join(await installPackage(scratch, 'node', version), 'bin/node')

const node24 = await installNode('24')
const packed = await pack()
if (withEngines) {
  const nodes = [node24]
  for (const version of isAll ? ['20.19', '22', '26'] : []) nodes.push(await installNode(version))
  await checkEngines(nodes, { scratch, packed })
  if (isWhole) await checkNodes(nodes, scratch)
}
if (withMsw) {
  if (isAll || !isWhole) await checkMsw('2.10', process.execPath, scratch)
  await checkMsw('3', node24, scratch) // msw 3 needs Node 22.12
}
if (isWhole || chosenProjects.length > 0) {
  const projects = isAll ? await listProjects() : SAMPLE
  await checkProjects(chosenProjects.length > 0 ? chosenProjects : projects, {
    scratch,
    tarball: packed.tarball,
    newerNode: node24,
    mswVersions: [
      ...(isAll || !isWhole ? ['2.10', '2.15'] : []).map(
        (version) => [version, process.execPath] as const,
      ),
      ['3', node24],
    ],
  })
}
await packed.remove()
await rm(scratch, { recursive: true, force: true })
finish()
