import { mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { installed } from '../installed.ts'
import type { Bench } from './bench.ts'
import type { Answer } from './client.ts'
import { type Server, start } from './server.ts'

const NOW = '2030-01-07T12:00:00Z'

/** calmock as it is shipped, with a world of so many events. */
export const startCalmock = ({ root, scratch }: Bench, events: number): Promise<Server> =>
  start({
    name: 'calmock',
    file: join(root, 'bin/calmock.js'),
    args: [
      ...['--port', '0', '--log-format', 'off', '--now', NOW, '--events', String(events)],
      ...['--allow-host', 'calmock.example'],
    ],
    cwd: scratch,
  })

/** The bare server, with an answer for each address. */
export async function startFloor(
  { root, scratch }: Bench,
  answers: ReadonlyMap<string, Answer>,
): Promise<Server> {
  const captured = [...answers].map(([url, answer]) => ({
    url,
    status: answer.status,
    headers: headersOf(answer),
    body: answer.body.toString('base64'),
  }))
  const file = join(scratch, `answers-${captured.length}.json`)
  await writeFile(file, JSON.stringify(captured))
  return start({
    name: 'floor',
    file: join(root, 'scripts/bench/floor.js'),
    args: [file],
    cwd: scratch,
  })
}

/** The headers of an answer, without those that every server of Node sends of itself. */
function headersOf({ head }: Answer): Record<string, string> {
  const [, ...lines] = head.split('\r\n')
  const pairs = lines.map((line) => [
    line.slice(0, line.indexOf(':')),
    line.slice(line.indexOf(': ') + 2),
  ])
  return Object.fromEntries(
    pairs.filter(([name]) => !/^(date|connection|keep-alive)$/i.test(name ?? '')),
  )
}

/** json-server as its users start it, with collections of records. Its file watcher is off, which would lose writes. */
export async function startJsonServer(
  { scratch }: Bench,
  collections: Readonly<Record<string, readonly unknown[]>>,
): Promise<Server> {
  const file = join(scratch, 'db.json')
  await mkdir(join(scratch, 'public'))
  await writeFile(file, JSON.stringify(collections))
  return start({
    name: 'json-server',
    file: join(await installed(scratch, 'json-server', '1.0.0-beta.15'), 'lib/bin.js'),
    args: ['--port', String(await freePort()), file],
    cwd: scratch,
    env: { NODE_ENV: 'production' },
  })
}

/** A port that nobody has; json-server does not tell the one that it is given for 0. */
function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo // it listens on a port
      server.close(() => resolve(port))
    })
  })
}
