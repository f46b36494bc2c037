import { OptionError } from '../../contract/option-error.ts'
import type { MockState } from '../../create-mock.ts'
import type { MockRequest, MockResponse } from '../../engine/http-message.ts'
import type { Now } from '../../options/clock.ts'
import {
  type Journal,
  JournalError,
  type PersistOptions,
  persistMock,
} from '../../world/persist.ts'
import type { WorldState } from '../../world/world-state.ts'
import type { WorldStartText } from '../../world/worlds.ts'
import type { WorldStorage } from './world-storage.ts'

/** The header of the responses of a world that started again, because its stored changes do not fit the script. */
const NOTICE_HEADER = 'X-Calmock-Notice'

const NOTICE =
  'The stored changes of this world do not fit the options or the version of calmock; the world started again without them.'

/** A world in memory, whose changes are stored before they are acknowledged. */
export interface OpenWorld {
  handle(request: MockRequest): Promise<MockResponse>
}

interface OpenOptions {
  readonly mock: MockState
  readonly name: string
  readonly stored: WorldStorage
  /** The clock option of the mock. */
  readonly now: Now
  /** A hash of the user's records. */
  readonly data: string | undefined
}

/**
 * Creates the world of a new mock, and restores its stored changes. If they do not fit, the world starts again:
 * its responses have a notice, and its first change replaces the stored ones.
 */
export async function openWorld(options: OpenOptions): Promise<OpenWorld> {
  const { mock, name, stored } = options
  if (stored.isEvicted) return mock
  try {
    return await restoreWorld(options, stored.journal, stored.start)
  } catch (error) {
    if (!(error instanceof JournalError)) throw error
    console.warn(`calmock: world ${name} started again: its journal ${error.message}`)
    mock.removeWorld(name)
    return addNotice(await restoreWorld(options, hideValues(stored.journal), undefined))
  }
}

function restoreWorld(
  { mock, name, now, data }: OpenOptions,
  journal: Journal,
  start: WorldStartText | undefined,
): Promise<OpenWorld> {
  const world = startWorld(mock, name, start)
  return persistMock({
    mock: replaceDefaultWorld(mock, world),
    journal,
    name: `the storage of the world ${name}`,
    now: start?.now ?? now,
    data,
  })
}

/** Creates the world in the mock. Throws `JournalError` for a start that the options no longer allow. */
function startWorld(mock: MockState, name: string, start?: WorldStartText): WorldState {
  try {
    const world = start && mock.createWorld(name, start)
    return world ?? mock.world(name)
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    throw new JournalError('options', `has another start: ${error.reason}`)
  }
}

/** Returns the mock with the state of one of its worlds instead of the default one. */
const replaceDefaultWorld = (mock: MockState, world: WorldState): PersistOptions['mock'] => ({
  ...{ settings: mock.settings, seed: mock.seed, events: mock.events },
  ...{ options: mock.options, scenario: world.scenario, clock: world.clock },
  takeChanges: world.takeChanges,
  collectState: world.collectState,
  restoreState: world.restoreState,
  handle: mock.handle,
})

/** Returns a journal without values, whose first change replaces the values of the real one. */
const hideValues = (journal: Journal): Journal => ({
  size: 0,
  read: () => [],
  append: (value) => journal.append(value),
  replace: (values) => journal.replace(values),
})

/** Returns a world that sends the notice with each response. Pages of other origins can read it. */
const addNotice = (world: OpenWorld): OpenWorld => ({
  async handle(request) {
    const response = await world.handle(request)
    const exposed = response.headers['Access-Control-Expose-Headers'] ?? ''
    const headers = {
      ...response.headers,
      'Access-Control-Expose-Headers': `${NOTICE_HEADER}, ${exposed}`,
      [NOTICE_HEADER]: NOTICE,
    }
    return { ...response, headers }
  },
})
