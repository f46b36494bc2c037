import { existsSync, readdirSync, readFileSync } from 'node:fs'

const hasProc = existsSync('/proc/self/schedstat')

/** Reads a number from the status of a process. */
const readStatus = (pid: number, name: string): number =>
  Number(
    new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1],
  )

/** Returns the process IDs of the children of this process. */
export const listChildren = (): readonly number[] =>
  hasProc
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && isChild(pid))
    : []

function isChild(pid: number): boolean {
  try {
    return readStatus(pid, 'PPid') === process.pid
  } catch {
    return false // the process has ended
  }
}

/** Returns the CPU time of a process in s, and its largest resident memory in MB. Undefined without /proc. */
export function readUsage(pid: number | undefined): { cpu: number; memory: number } | undefined {
  if (!hasProc || !pid) return undefined
  const threads = readdirSync(`/proc/${pid}/task`)
  const times = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  const cpu = times.reduce((sum, time) => sum + time, 0) / 1e9
  return { cpu, memory: readStatus(pid, 'VmHWM') / 1000 }
}
