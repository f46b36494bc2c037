import { Command } from 'commander'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import type { Io } from './io.ts'

/** `calmock scenarios`: every starting world, with a sentence on each. */
export function scenariosCommand(io: Io): Command {
  return new Command('scenarios')
    .description('list the starting worlds')
    .option('--json', 'as JSON')
    .allowExcessArguments(false)
    .action(({ json }: { readonly json?: true }) => {
      const list = scenarios.map(({ name, about }) => ({ name, about }))
      const lines = list.map(({ name, about }) => `${name.padEnd(17)}${about}`)
      io.stdout.write(json ? `${JSON.stringify(list, null, 2)}\n` : `${lines.join('\n')}\n`)
    })
}
