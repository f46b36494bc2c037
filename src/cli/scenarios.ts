import { Command } from 'commander'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import type { Io } from './io.ts'

/** Creates `calmock scenarios`, which prints every scenario with its description. */
export function scenariosCommand(io: Io): Command {
  return new Command('scenarios')
    .description('list all scenarios')
    .option('--json', 'print JSON')
    .allowExcessArguments(false)
    .action(({ json }: { readonly json?: true }) => {
      const list = scenarios.map(({ name, about }) => ({ name, about }))
      const lines = list.map(({ name, about }) => `${name.padEnd(17)}${about}`)
      io.stdout.write(json ? `${JSON.stringify(list, null, 2)}\n` : `${lines.join('\n')}\n`)
    })
}
