import { importOptions } from '../config/load-options.ts'
import { terminalControls } from '../contract/format-message.ts'
import { createMock, type MockState } from '../create-mock.ts'
import type { MockRequestHandler } from '../http/listener.ts'
import type { Options } from '../options/options.ts'
import { inlineSource } from '../seed/source/inline-source.ts'
import type { Io } from './io.ts'
import type { Lock } from './lock.ts'
import type { Flags } from './option-flags.ts'
import { createEvictionLogger } from './request-log.ts'

/** The mock of a server, which can be replaced while the server runs. */
export interface ServedMock extends MockRequestHandler {
  readonly mock: MockState
  /** Replaces the mock by a mock with these flags. Every world starts again, except a world in a state file. Changes nothing if it throws. */
  replace(flags: Flags): Promise<void>
  close(): void
}

/** Creates the mock of a server, and restores its state file. */
export async function createServedMock(flags: Flags, io: Io): Promise<ServedMock> {
  const options = await loadOptions(flags)
  let mock = createMockWith(options, { flags, io })
  let persisted = await loadState(mock, options, { flags, io })
  return {
    get mock() {
      return mock
    },
    get settings() {
      return mock.settings
    },
    handle: (request) => (persisted ?? mock).handle(request),
    async replace(flags) {
      const nextOptions = await loadOptions(flags)
      const nextMock = createMockWith(nextOptions, { flags, io })
      const previous = persisted
      previous?.pause(true)
      try {
        persisted = await loadState(nextMock, nextOptions, { flags, io, lock: previous?.lock })
      } catch (error) {
        previous?.pause(false)
        throw error
      }
      previous?.close(persisted?.lock)
      for (const stream of mock.control.streams) void stream.return()
      mock = nextMock
    },
    close: () => persisted?.close(),
  }
}

async function loadOptions(flags: Flags): Promise<Options> {
  const { baseUrl: _, ...options } = await importOptions(flags) // only interception uses it
  return options
}

function createMockWith(options: Options, { flags, io }: { flags: Flags; io: Io }): MockState {
  const source = inlineSource((kind, language, count) => {
    io.beforeComputing()
    if (!io.stderr.isTTY) return
    io.stderr.write(`calmock: generating ${count} records of kind ${kind} in ${language}\n`)
  })
  return createMock(options, source, {
    onEvict: createEvictionLogger(io, flags.logFormat),
    onWarning: (message) =>
      io.stderr.write(`calmock: warning: ${message.replace(terminalControls, ' ')}\n`),
  })
}

/** Loads the module for `--state`, which other servers do not need. */
async function loadState(
  mock: MockState,
  { now, data }: Options,
  { flags, io, lock }: { flags: Flags; io: Io; lock?: Lock | undefined },
) {
  const { state } = flags
  if (!state) return undefined
  const { persistTo } = await import('./state-file.ts')
  return persistTo(state, { mock, now, data, io, lock })
}
