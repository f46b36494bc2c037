import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** A server that is measured: a process of its own. */
export interface Server {
  readonly name: string
  readonly pid: number
  readonly port: number
  stop(): Promise<void>
}

/** How a server is started. */
export interface Program {
  readonly name: string
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a server; resolves when it has said where it listens. Rejects when it ends before. */
export async function start({ name, file, args, cwd, env }: Program): Promise<Server> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env }, // nothing else that it could take for an option
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = (): void => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((resolve) =>
    child.once('exit', () => {
      process.off('exit', kill)
      resolve()
    }),
  )
  const port = await portOf(child, name)
  return {
    name,
    pid: child.pid ?? 0, // it has one: it has spoken
    port,
    stop: () => {
      kill()
      return ended
    },
  }
}

function portOf({ stdout, stderr }: ChildProcess, name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = ''
    const hear = (part: Buffer): void => {
      text += part
      const [, port] = /(?:127\.0\.0\.1|PORT ):(\d+)\s/.exec(text) ?? []
      if (port) resolve(Number(port))
    }
    stdout?.on('data', hear)
    stderr?.on('data', hear)
    stdout?.once('close', () => reject(new Error(`${name} ended before it was ready: ${text}`)))
  })
}

/**
 * The CPU time that a process has had, in µs, all its threads and the kernel's work for it
 * included: to the nanosecond where Linux counts so, else in ticks of 10 ms. Undefined elsewhere.
 */
export function cpuOf(pid: number): number | undefined {
  if (process.platform !== 'linux') return undefined
  return existsSync(`/proc/${pid}/schedstat`) ? scheduledOf(pid) : tickedOf(pid)
}

function scheduledOf(pid: number): number {
  const tasks = `/proc/${pid}/task`
  const times = readdirSync(tasks).map((task) => {
    const [nanoseconds] = readFileSync(`${tasks}/${task}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1000
  })
  return times.reduce((sum, time) => sum + time, 0)
}

function tickedOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ') // from the third on
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** What a process holds in memory, in MB of 10^6 bytes; NaN where the system does not tell. */
export function memoryOf(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const [, kilobytes] = /VmRSS:\s*(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1e6
}
