import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import {
  createExports,
  type EntryPoint,
  entryPoints,
  listPeers,
  nameImport,
  tasks,
} from '../scripts/entry-points.ts'
import { toolSetups } from '../src/cli/init.ts'
import { root } from './packed.ts'

test('package.json exports the entry points: npm run build writes them', () => {
  expect(manifest.exports).toEqual(createExports())
})

const listFiles = (folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.name === 'node_modules') return []
    return entry.isDirectory() ? listFiles(path) : [path]
  })

const isNamed = (text: string, name: string): boolean =>
  new RegExp(`['"]${nameImport(name)}['"]`).test(text)

/** The parts that an entry point needs, with functions that return whether it has them. */
const needs: Readonly<Record<string, (name: string, entry: EntryPoint) => boolean>> = {
  'a module in src/': (name) => existsSync(join(root, `src/${name}.ts`)),
  'a row of `tasks` in scripts/entry-points.ts': (name) =>
    tasks.some((task) => task.with.includes(name)),
  'a file of its example that imports it': (name, { example }) =>
    existsSync(join(root, 'examples', example)) &&
    listFiles(`examples/${example}`).some((path) => isNamed(readFileSync(path, 'utf8'), name)),
  'optional peer dependencies in package.json': (_, entry) =>
    listPeers(entry).every((peer) =>
      [peer, entry.tool ?? ''].some((name) => Object.hasOwn(manifest.peerDependenciesMeta, name)),
    ),
  'lines in `toolSetups` of src/cli/init.ts': (name, { tool }) =>
    tool === undefined || isNamed(toolSetups[tool]?.lines.join('\n') ?? '', name),
}

test.each(Object.entries(entryPoints))(
  'the entry point %s has its module, row, example, peers and lines of calmock init',
  (name, entry) => {
    const missing = Object.entries(needs).filter(([, hasIt]) => !hasIt(name, entry))
    expect(missing.map(([need]) => need)).toEqual([])
  },
)
