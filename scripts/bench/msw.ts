import { execFile } from 'node:child_process'
import { copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installed } from '../installed.ts'
import type { Bench } from './bench.ts'
import { median, type Row, rowOf } from './report.ts'

const run = promisify(execFile)

/** A version of msw, the Node it runs on, and what its `getResponse` may take. */
interface Version {
  readonly msw: string
  readonly node: string
  readonly atMost: number
}

/** What msw's `getResponse` takes over all our handlers: with the msw of the project, and with msw 3. */
export async function msw(bench: Bench): Promise<readonly Row[]> {
  const third = await installed(bench.scratch, 'msw', '3')
  const node = join(await installed(bench.scratch, 'node', '24'), 'bin/node') // msw 3 needs 22.12
  const second = join(bench.root, 'node_modules/msw')
  return [
    await rowFor({ msw: second, node: process.execPath, atMost: 0.2 }, bench),
    await rowFor({ msw: third, node, atMost: 0.4 }, bench),
  ]
}

async function rowFor({ msw, node, atMost }: Version, { root, scratch, rounds }: Bench) {
  const { version } = JSON.parse(await readFile(join(msw, 'package.json'), 'utf8'))
  const folder = join(scratch, `with-msw-${version}`)
  await mkdir(join(folder, 'node_modules'), { recursive: true })
  await symlink(msw, join(folder, 'node_modules/msw'))
  await cp(join(root, 'dist'), join(folder, 'dist'), { recursive: true })
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await copyFile(join(root, 'scripts/bench/msw-compare.js'), join(folder, 'compare.js'))
  const { stdout } = await run(node, ['compare.js', String(rounds)], { cwd: folder })
  const { ratios, ours, plain }: Record<'ratios' | 'ours' | 'plain', number[]> = JSON.parse(stdout)
  const micro = (costs: readonly number[]): string => `${median(costs).toFixed(0)} µs`
  return rowOf(
    `msw ${version}: getResponse on the last route, times plain handlers`,
    ratios,
    { atMost },
    `${micro(ours)}, plain ${micro(plain)}`,
  )
}
