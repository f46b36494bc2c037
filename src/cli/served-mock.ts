import { pickMockOptions } from '../config/complete-options.ts'
import { importScenarios } from '../config/scenario-files.ts'
import { createMock, type ManagedMock } from '../create-mock.ts'
import type { MockRequestHandler } from '../http/server.ts'
import { generatorSource } from '../seed/generator-source.ts'
import type { Io } from './io.ts'
import type { ServeFlags } from './serve-flags.ts'
import type { PersistedMock } from './state/persist.ts'

/** The mock of a server, which can be replaced while the server runs. */
export interface ServedMock extends MockRequestHandler {
  readonly mock: ManagedMock
  /** Replaces the mock by one with these flags. Every world starts again, except one that is in a state file. Changes nothing if it throws. */
  replace(flags: ServeFlags): Promise<void>
  close(): void
}

/** Creates the mock of a server, and restores its state file. */
export async function createServedMock(flags: ServeFlags, io: Io): Promise<ServedMock> {
  let mock = await createMockFor(flags, io)
  let persisted = await loadState(mock, flags, io)
  return {
    get mock() {
      return mock
    },
    get settings() {
      return mock.settings
    },
    handle: (request) => (persisted ?? mock).handle(request),
    async replace(next) {
      const replacement = await createMockFor(next, io)
      persisted?.close()
      try {
        persisted = await loadState(replacement, next, io)
        mock = replacement
      } catch (error) {
        persisted = await loadState(mock, flags, io)
        throw error
      }
    },
    close: () => persisted?.close(),
  }
}

async function createMockFor(flags: ServeFlags, { stderr }: Io): Promise<ManagedMock> {
  const { baseUrl: _, ...options } = pickMockOptions(flags) // for interception
  const source = generatorSource((kind, language, count) => {
    stderr.write(`calmock: generating ${count} records of kind ${kind} in ${language}\n`)
  })
  return createMock({ ...options, scenario: await importScenarios(flags.scenario) }, source)
}

/** Loads the module for `--state`, which other servers do not need. */
async function loadState(
  mock: ManagedMock,
  { state, now }: ServeFlags,
  io: Io,
): Promise<PersistedMock | undefined> {
  if (!state) return undefined
  const { persistTo } = await import('./state/persist.ts')
  return persistTo({ path: state, mock, now, io })
}
