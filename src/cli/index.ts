import { isatty } from 'node:tty'
import type { Io } from './io.ts'
import { main } from './main.ts'

/** Runs the program in this process. `bin/calmock.js` calls it. */
export async function run(): Promise<void> {
  const { env, pid } = process
  const stderr = createLog(process.stderr)
  const stdout = createOutput(process.stdout, stderr)
  const dist = new URL('./', import.meta.url)
  const stdin = isatty(0) && stderr.isTTY ? process.stdin : undefined
  const signals = watchSignals()
  const io = { stdin, stdout, stderr, env, pid, dist, ...signals }
  process.exitCode = await main(process.argv.slice(2), io)
  // what a pipe without a reader holds keeps the process alive
  if (signals.isStopped()) setTimeout(() => process.exit(), DRAIN_MS).unref()
}

/** The time for the last lines to be written after a signal. */
const DRAIN_MS = 300
/** The most characters that wait for the reader of the log. */
const MAX_WAITING = 1_000_000

/** Returns stderr. It drops lines that nobody reads, and says afterwards how many. Its errors have nowhere to go. */
function createLog(stream: NodeJS.WriteStream): Io['stderr'] {
  let dropped = 0
  const send = (text: string): void => {
    try {
      stream.write(text)
    } catch {}
  }
  stream.on('error', () => {})
  stream.on('drain', () => {
    if (dropped > 0) send(`calmock: ${dropped} lines of the log were dropped: nobody read them\n`)
    dropped = 0
  })
  return {
    isTTY: stream.isTTY,
    write: (text) => {
      if (stream.writableLength > MAX_WAITING) dropped++
      else send(text)
    },
  }
}

/** Returns stdout. If it fails, as on a full disk, the program ends with one line; a pipe that its reader has closed, as in `calmock | head -1`, is no error. */
function createOutput(stream: NodeJS.WriteStream, stderr: Io['stderr']): Io['stdout'] {
  const fail = ({ code, message }: NodeJS.ErrnoException): void => {
    if (code === 'EPIPE') return
    stderr.write(`calmock: cannot write the output: ${message}\n`)
    process.exit(1)
  }
  stream.on('error', fail)
  return {
    write: (text) => {
      try {
        stream.write(text)
      } catch (error) {
        fail(Object(error))
      }
    },
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const

function watchSignals(): Pick<Io, 'untilStopped' | 'beforeComputing'> & { isStopped(): boolean } {
  let [isAwaited, isStopped] = [false, false]
  let stop = (): void => {}
  const stopped = new Promise<void>((resolve) => {
    stop = () => {
      isStopped = true
      resolve()
    }
  })
  const ignore = (): void => signals.forEach((signal) => void process.off(signal, stop))
  const listen = (): void => {
    ignore()
    for (const signal of signals) process.once(signal, stop)
  }
  return {
    isStopped: () => isStopped,
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
