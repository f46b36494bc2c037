import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const VENUES = '/de/cal/events/v1/venues'
const WRITERS = 6

/** The result of many writes with several kills in between. */
export interface Storm {
  readonly kills: number
  /** Number of kills after at least one answered write. */
  readonly rounds: number
  /** Number of answered writes; `cut` is the number of writes that a kill interrupted. */
  readonly writes: number
  readonly cut: number
  /** Differences after a restart; none are expected. */
  readonly faults: readonly string[]
  /** The error output of the program. */
  readonly said: string
}

/**
 * A record as its writer knows it: the last confirmed value, and the value sent since. Undefined
 * means deleted.
 */
export interface Known {
  settled: string | undefined
  sent?: { readonly wanted: string | undefined }
}

/**
 * Starts a program with a state file, writes to it, kills it after 1 to 300 answered writes and compares the
 * records; repeats this `kills` times.
 */
export async function storm(file: string, kills: number): Promise<Storm> {
  const known = new Map<number, Known>()
  const faults: string[] = []
  let [rounds, writes, cut] = [0, 0, 0]
  let said = ''
  for (let kill = 0; kill < kills; kill++) {
    const { child, url } = await startProgram(file, (text) => {
      said += text
    })
    faults.push(...(await findDifferences(url, known)))
    const closed = new Promise((resolve) => child.once('close', resolve))
    let answered = 0
    const count = (): void => {
      answered++
      if (answered > (kill * 97) % 300) child.kill('SIGKILL') // while the other writers wait for responses
    }
    const writers = Array.from({ length: WRITERS }, (_, n) =>
      writeUntilKilled(url, known, `${kill}.${n}`, count),
    )
    cut += (await Promise.all(writers)).filter(Boolean).length
    await closed
    writes += answered
    if (answered > 0) rounds++
  }
  const { child, url } = await startProgram(file, (text) => {
    said += text
  })
  faults.push(...(await findDifferences(url, known)))
  child.kill('SIGINT')
  await new Promise((resolve) => child.once('close', resolve))
  return { kills, rounds, writes, cut, faults, said }
}

async function startProgram(file: string, hear: (text: string) => void) {
  const flags = [
    '--port',
    '0',
    '--log-format',
    'off',
    '--now',
    '2030-01-07',
    '--empty',
    '--state',
    file,
  ]
  const child: ChildProcess = spawn(process.execPath, ['bin/calmock.js', ...flags], { cwd: root })
  child.stderr?.setEncoding('utf8').on('data', hear)
  const url = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.setEncoding('utf8').on('data', (part) => {
      text += part
      const [, found] = /ready on (\S+)/.exec(text) ?? []
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`ended with ${code}`)))
  })
  return { child, url }
}

/**
 * Creates, changes and deletes records until the program is gone. Returns whether the kill
 * interrupted a write.
 */
export async function writeUntilKilled(
  url: string,
  all: Map<number, Known>,
  name: string,
  count: () => void,
): Promise<boolean> {
  const mine: number[] = []
  for (let n = 0; ; n++) {
    const id = n % 3 === 0 ? undefined : mine[n % mine.length]
    const wanted =
      id !== undefined && n % 7 === 5 ? undefined : `Hall ${name} ${n}.${'x'.repeat(n % 500)}`
    const of: Known | undefined = id === undefined ? undefined : all.get(id)
    if (of && of.settled === undefined) continue // the record is deleted
    if (of) of.sent = { wanted }
    try {
      const made = await sendWrite(url, id, wanted)
      count()
      if (of) {
        of.settled = wanted
        delete of.sent
      } else {
        mine.push(made)
        all.set(made, { settled: wanted })
      }
    } catch (error) {
      if (error instanceof TypeError) return true // fetch throws a TypeError for a broken connection
      throw error
    }
  }
}

/** Sends one write and returns the ID. Without a name, the write is a deletion. */
async function sendWrite(
  url: string,
  id: number | undefined,
  venue: string | undefined,
): Promise<number> {
  const method = id === undefined ? 'POST' : venue === undefined ? 'DELETE' : 'PATCH'
  const response = await fetch(`${url}${VENUES}${id === undefined ? '' : `/${id}`}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(venue !== undefined && { body: JSON.stringify({ venue }) }),
  })
  const body = await response.json()
  if (!response.ok) throw new Error(`${method} ${id}: ${response.status} ${body.message}`)
  return body.id
}

/** Returns the records that have neither the confirmed value nor the value in flight. */
async function findDifferences(
  url: string,
  known: ReadonlyMap<number, Known>,
): Promise<readonly string[]> {
  const faults: string[] = []
  for (const [id, of] of known) {
    const response = await fetch(`${url}${VENUES}/${id}`)
    const { status, venue } = await response.json()
    const is = response.ok && status !== 'trash' ? venue : undefined
    if (is !== of.settled && !(of.sent && is === of.sent.wanted))
      faults.push(`venue ${id} is ${is?.slice(0, 40)}, not ${of.settled?.slice(0, 40)}`)
    of.settled = is
    delete of.sent
  }
  return faults
}
