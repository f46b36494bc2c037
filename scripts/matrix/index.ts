/**
 * Tests the build in other places: `npm run test:matrix`.
 *
 * With each version of Node (from the npm package `node`): the golden hashes in several time zones, the
 * command line, and the tests that depend on Node. With each version of msw: the tests that depend on msw.
 * With the packed package: the projects in examples/ and test/tools/. The last line is the result, such as
 * `240 passed, 0 failed`.
 *
 * `npm run test:matrix -- examples/jest` tests single projects.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pack } from '../../test/packed.ts'
import { installPackage } from '../install-package.ts'
import { checkMsw } from './msw-versions.ts'
import { buildHashes, checkNode } from './node-versions.ts'
import { checkProjects, listProjects } from './projects.ts'
import { finish } from './results.ts'

const nodeVersions = ['20.19', '22', '24', '26']
const chosenProjects = process.argv.slice(2).map((path) => path.replace(/\/$/, ''))
const scratch = await mkdtemp(join(tmpdir(), 'calmock-matrix-'))

/** Returns the binary of a version of Node. */
const installNode = async (version: string): Promise<string> =>
  join(await installPackage(scratch, 'node', version), 'bin/node')

const node24 = await installNode('24')
if (chosenProjects.length === 0) {
  const bundle = join(scratch, 'golden.mjs')
  await buildHashes(bundle)
  for (const version of nodeVersions)
    await checkNode(version === '24' ? node24 : await installNode(version), bundle)
  await checkMsw('2.10', process.execPath, scratch)
  await checkMsw('3', node24, scratch) // msw 3 needs Node 22.12
}
const packed = await pack()
await checkProjects(chosenProjects.length > 0 ? chosenProjects : await listProjects(), {
  scratch,
  tarball: packed.tarball,
  mswVersions: [
    ['2.10', process.execPath],
    ['2.15', process.execPath],
    ['3', node24],
  ],
})
await packed.remove()
await rm(scratch, { recursive: true, force: true })
finish()
