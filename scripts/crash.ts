/**
 * Kills a program that keeps its state again and again while it is written to. Prints a row of a table;
 * exits with 1 where anything that was answered is lost.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { storm } from '../test/cli/storm.ts'

const { values } = parseArgs({ options: { kills: { type: 'string', default: '100' } } })
const folder = await mkdtemp(join(tmpdir(), 'calmock-crash-'))
const file = join(folder, 'state.json')
const { kills, writes, cut, faults, said } = await storm(file, Number(values.kills))
const { size } = await stat(file)
await rm(folder, { recursive: true })
console.error([...faults, said].filter((text) => text !== '').join('\n'))
console.log(
  `| ${[kills, writes, cut, faults.length, `${Math.round(size / 1000)} kB`].join(' | ')} |`,
)
process.exitCode = faults.length === 0 ? 0 : 1
