import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** True where the system has the CPU times of processes in `/proc`. */
export const hasCpuTime = existsSync('/proc/self/schedstat')

/** Reads the CPU time of all threads of a process in µs; without `/proc`, the wall time. */
export function readCpuTime(pid: number): number {
  if (!hasCpuTime) return performance.now() * 1000
  const nanoseconds = readdirSync(`/proc/${pid}/task`).map((task) =>
    Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, time) => sum + time, 0) / 1000
}

/** Returns the IDs of the processes whose status has a field with this value, such as `PPid`. Empty without `/proc`. */
export function listProcesses(name: string, value: number): readonly number[] {
  if (!hasCpuTime) return []
  const ids = readdirSync('/proc').map(Number)
  return ids.filter((pid) => pid > 0 && readStatus(pid, name) === value)
}

export function readStatus(pid: number, name: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  } catch {
    return Number.NaN // the process has ended
  }
}
