import type { Responder } from '../http.ts'
import type { Options } from '../options.ts'
import { refusal } from '../service/plain-reply.ts'
import type { KeptService } from '../service-from.ts'
import type { Snapshot } from '../snapshot.ts'
import type { Changes } from '../store/changes.ts'
import type { News } from '../world.ts'
import { Failure, type Io, UsageError } from './io.ts'
import { keepAside, openLines, readLines } from './state-file.ts'

/** A mock whose default world is kept in a file: each write is there before it is answered. */
export interface Kept extends Responder {
  close(): void
}

/** What a world follows from: the first line of a file. */
interface Head {
  readonly calmock: 1
  readonly seed: number
  readonly events: number
  readonly scenario: string
}

/** A file is written anew when it has grown by so many times of what it began with, and by so many bytes. */
const GROWTH = { times: 4, bytes: 1_000_000 }

/**
 * Brings back what a file holds, and keeps in it what clients write from now on. Throws `UsageError` for a
 * file of another mock, `Failure` for one that cannot be read or written. A damaged one is kept aside.
 */
export function keepIn(path: string, service: KeptService, now: Options['now'], io: Io): Kept {
  const { values, damagedAt, left } = readLines(path)
  const head: Head = {
    calmock: 1,
    seed: service.seed,
    events: service.events,
    scenario: service.scenario,
  }
  const [known, ...news] = values as readonly [Head?, ...News[]] // nobody else wrote lines with their sums
  if (known) compare(path, known, head)
  const state = stateOf(news)
  if (state) resume(path, state, service, now)
  if (damagedAt !== undefined) {
    const lines = left === 1 ? 'it is' : `it and the ${left - 1} after it are`
    io.stderr.write(
      `calmock: ${path} is damaged at line ${damagedAt}: ${lines} left out, the file is kept as ${keepAside(path)}\n`,
    )
  }
  const whole = (): readonly unknown[] => [head, { state: service.snapshot() }]
  const file = openLines(path, io.pid, whole())
  service.news() // is told by now
  let start = file.size

  function save(): void {
    const news = service.news()
    if (!news && !file.lacks) return
    file.append(news)
    if (file.size < GROWTH.bytes + GROWTH.times * start) return
    tryTo(() => file.replace(whole())) // what is lost by it is room
    start = file.size
  }

  return {
    settings: service.settings,
    async respond(call) {
      const reply = await service.respond(call)
      try {
        save()
        return reply
      } catch (error) {
        const message = `It is done, but ${path} cannot be written: ${(error as Error).message}`
        return refusal(call, 507, 'state_unwritten', message)
      }
    },
    close: file.close,
  }
}

function compare(path: string, known: Head, head: Head): void {
  const told = ({ seed, events, scenario }: Head): string =>
    `--seed ${seed} --events ${events} --scenario ${scenario}`
  if (told(known) !== told(head))
    throw new UsageError(`${path} is of ${told(known)}, not of ${told(head)}; choose another file`)
}

/** The state that all lines together tell. */
function stateOf(news: readonly News[]): Snapshot | undefined {
  let state: Snapshot | undefined
  for (const line of news) {
    if ('state' in line) state = line.state
    else if (state) state = withChanges(state, line.changes)
  }
  return state
}

function withChanges(state: Snapshot, changes: Readonly<Record<string, Changes>>): Snapshot {
  const { [state.scenario]: own, ...others } = changes
  const copies = { ...state.copies }
  for (const [scenario, more] of Object.entries(others))
    copies[scenario] = joined(copies[scenario], more)
  return {
    ...state,
    ...(own && joined(state, own)),
    ...(Object.keys(copies).length > 0 && { copies }),
  }
}

function joined(before: Changes | undefined, { nextId, records }: Changes): Changes {
  const merged = { ...before?.records }
  for (const [kind, rows] of Object.entries(records)) merged[kind] = { ...merged[kind], ...rows }
  return { nextId, records: merged }
}

function resume(path: string, state: Snapshot, service: KeptService, now: Options['now']): void {
  const [kept, asked] = [state.anchor, service.clock.now().toISOString()].map((at) =>
    at.slice(0, 10),
  )
  if (kept !== asked && now !== 'today' && now !== 'real')
    throw new UsageError(
      `${path} holds records around ${kept}, not around ${asked}; start it with --now today, or choose another file`,
    )
  try {
    service.resume(state)
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace('[calmock] ', '') : String(error)
    throw new Failure(`${path} cannot be brought back: ${reason}`)
  }
}

function tryTo(act: () => void): void {
  try {
    act()
  } catch {
    // as it was
  }
}
