import { spawn } from 'node:child_process'
import { Pool } from 'undici'

/** A server in a separate process, with keep-alive connections to it. */
export interface Server {
  readonly pid: number
  readonly pool: Pool
  stop(): Promise<void>
}

export const EVENTS = '/de/cal/events/v1/events'
export const NOW = '2030-01-07T12:00:00Z'
export const CONNECTIONS = 4

/** Starts the built command line of a checkout. */
export function startCalmock(root: string, events: number): Promise<Server> {
  const options = ['--port', '0', '--now', NOW, '--log-format', 'off', '--events', String(events)]
  return startServer(root, ['bin/calmock.js', 'serve', ...options])
}

interface Program {
  readonly program?: string
  readonly env?: NodeJS.ProcessEnv
}

/** Starts a program, by default Node, and resolves when the program has printed its port. */
export async function startServer(
  cwd: string,
  args: readonly string[],
  { program = process.execPath, env }: Program = {},
): Promise<Server> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true, // `kill` ends the group of processes, because npx starts another one
  })
  const kill = (): void => void (child.pid && process.kill(-child.pid, 'SIGKILL'))
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  let output = ''
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const [, port] = /(?:127\.0\.0\.1|PORT ):(\d+)\s/.exec(output) ?? []
    if (!port || !child.pid) continue
    const pool = new Pool(`http://127.0.0.1:${port}`, { connections: CONNECTIONS })
    return { pid: child.pid, pool, stop: () => pool.destroy().then(kill) }
  }
  throw new Error(`${args.join(' ')} exited early: ${output}`)
}

type Method = 'GET' | 'POST' | 'DELETE'
const body = JSON.stringify({
  title: 'Concert',
  start_date: '2031-06-01 19:00:00',
  end_date: '2031-06-01 21:30:00',
})
const create = { body, headers: { 'Content-Type': 'application/json' } }

/** Sends a request; a POST creates an event. Returns also the first ID and the total of a list. */
export async function send({ pool }: Server, path: string, method: Method = 'GET') {
  const response = await pool.request({ path, method, ...(method === 'POST' && create) })
  const { statusCode: status, headers } = response
  const text = await response.body.text()
  const [, id = ''] = /"id": ?"?([\w-]+)/.exec(text) ?? []
  const [, total = Number.NaN] = /"(?:total|items)": ?(\d+)/.exec(text) ?? []
  return { status, headers, text, id, total: Number(total) }
}
