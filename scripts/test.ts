/**
 * Checks the types and runs the quick lane under `npm test`, and the gate as well under `npm cit` or with the
 * argument `gate`. `npm test` and `npm cit` run the same script; npm sets `npm_command` to `test` or
 * `install-ci-test` (`install-test` for `npm it`). Both run at the same time: the compiler uses one core.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const isGate = process.env.npm_command?.startsWith('install-') || process.argv.includes('gate')
const projects = isGate ? '--project quick --project gate' : '--project quick'

/** Runs a program of a package, and returns its exit code. */
async function run(command: string): Promise<number> {
  const [code] = await once(spawn(command, { stdio: 'inherit', shell: true }), 'exit')
  return code ?? 1
}

const codes = await Promise.all([run('npm run --silent typecheck'), run(`vitest run ${projects}`)])
process.exitCode = Math.max(...codes)
