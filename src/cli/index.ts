import { main } from './main.ts'

/** Runs the program in this process. `bin/calmock.js` calls it. */
export async function run(): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  const { stdout, stderr, env, pid } = process
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe)
  const dist = new URL('./', import.meta.url)
  process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, pid, dist, stopped })
}

/** Ignores the error of a pipe that its reader has closed, as in `calmock | head -1`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
