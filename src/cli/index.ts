import { isatty } from 'node:tty'
import type { Io } from './io.ts'
import { main } from './main.ts'

/** Runs the program in this process. `bin/calmock.js` calls it. */
export async function run(): Promise<void> {
  const { stdout, stderr, env, pid } = process
  for (const stream of [stdout, stderr]) stream.on('error', ignoreClosedPipe)
  const dist = new URL('./', import.meta.url)
  const stdin = isatty(0) && stderr.isTTY ? process.stdin : undefined
  const io = { stdin, stdout, stderr, env, pid, dist, ...watchSignals() }
  process.exitCode = await main(process.argv.slice(2), io)
}

const signals = ['SIGINT', 'SIGTERM'] as const

function watchSignals(): Pick<Io, 'untilStopped' | 'beforeComputing'> {
  let isAwaited = false
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = resolve
  })
  const ignore = (): void => signals.forEach((signal) => void process.off(signal, stop))
  const listen = (): void => {
    ignore()
    for (const signal of signals) process.once(signal, stop)
  }
  return {
    untilStopped() {
      isAwaited = true
      listen()
      return stopped
    },
    beforeComputing() {
      if (!isAwaited) return
      ignore()
      setImmediate(listen)
    },
  }
}

/** Ignores the error of a pipe that its reader has closed, as in `calmock | head -1`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
