import { main } from './main.ts'

/** The program as a process: what `bin/calmock.js` starts. */
export async function run(): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  const { stdout, stderr, env, pid } = process
  process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, pid, stopped })
}
