/**
 * Kills and restarts a server with a state file while clients write to it: `npm run crash -- --kills 100`.
 * Prints a row of a table. Exits with 1 if a confirmed write is lost.
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
