import { shallowRef } from 'vue'
import { readState, STATE_PREFIX } from '../../../src/dashboard/control/state-link.ts'
import type { BlockOptions } from './http-block.ts'
import type { Fetcher } from './send-request.ts'

/** The part of a snapshot that the options of its mock must repeat. */
interface SharedState {
  readonly seed: number
  readonly events: number
  readonly cities?: readonly string[]
}

/** The state of a link. Live requests run with it until the reader removes it. */
export const sharedState = shallowRef<SharedState>()

/** Reads the state in the fragment of the address, after a question. */
export async function openSharedState(): Promise<void> {
  const { hash, pathname, search } = location
  if (!hash.startsWith(STATE_PREFIX)) return
  history.replaceState(history.state, '', pathname + search)
  if (!confirm('Run the requests of these pages with the state in this link?')) return
  try {
    sharedState.value = (await readState(hash)) as SharedState // the mock checks it
  } catch (error) {
    alert(error instanceof Error ? error.message : error)
  }
}

/** The options that a state needs. They replace the options of a block. */
export const sharedOptions = (): BlockOptions => {
  const { seed, events, cities } = sharedState.value ?? {}
  return {
    ...(seed !== undefined && { seed }),
    ...(events !== undefined && { events }),
    ...(cities && { cities }),
  }
}

/** Puts the state into a new mock. Throws if it is not a snapshot. */
export async function applySharedState(mock: Fetcher): Promise<void> {
  if (!sharedState.value) return
  const init = { method: 'PUT', body: JSON.stringify(sharedState.value) }
  const headers = { 'Content-Type': 'application/json' }
  const response = await mock.fetch('/__calmock/world', { ...init, headers })
  if (!response.ok) throw new Error(`The state in the link: ${(await response.json()).message}`)
}
