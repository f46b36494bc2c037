import { execFile } from 'node:child_process'

const TIMEOUT_MINUTES = 8

/** Runs a program to its end and returns its standard output. Throws an error with its whole output if it fails. */
export function run(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { NODE_OPTIONS: _, VITEST: __, ...inherited } = process.env
  const options = {
    cwd,
    env: { ...inherited, ...env },
    maxBuffer: 2 ** 26,
    timeout: TIMEOUT_MINUTES * 60_000,
  }
  return new Promise((resolve, reject) => {
    const child = execFile(program, args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout)
      reject(new Error(`${program} ${args.join(' ')}: ${error.message}\n${stdout}\n${stderr}`))
    })
    child.stdin?.end() // a program that asks a question fails
  })
}
