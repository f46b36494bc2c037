import { main } from './main.ts'

/** The program as a process: what `bin/calmock.js` starts. */
export async function run(): Promise<void> {
  const stopped = new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve())
    process.once('SIGTERM', () => resolve())
  })
  const { stdout, stderr, env, pid } = process
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosed)
  const page = new URL('./page/', import.meta.url)
  process.exitCode = await main(process.argv.slice(2), { stdout, stderr, env, pid, page, stopped })
}

/** A reader that went away, as in `calmock | head -1`, ends nothing. */
function ignoreClosed(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
