import { parseJson } from '../../contract/parse-json.ts'
import { Api } from '../api.ts'
import { type App, runAction } from '../app.ts'
import { openWorld } from '../load-world.ts'

/** The start of a fragment with a state. The documents read such fragments too. */
export const STATE_PREFIX = '#state='

/** The maximum of characters of a fragment, and of bytes of its state, as of a body that control routes accept. */
const MAX_CHARACTERS = 32_000
const MAX_BYTES = 1_000_000

/** The maximum of generated events in a state: more take seconds. */
const MAX_EVENTS = 10_000

/** Returns an address with a state in its fragment: JSON, compressed, in base64url. Throws for a state that is too large. */
export async function createStateLink(address: string, state: object): Promise<string> {
  const stream = new Blob([JSON.stringify(state)]).stream()
  const packed = await readAll(stream.pipeThrough(new CompressionStream('deflate-raw')))
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''))
  const fragment = STATE_PREFIX + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  if (fragment.length <= MAX_CHARACTERS) return address.replace(/#.*/, '') + fragment
  throw new Error('This state is too large for a link. Save a snapshot instead.')
}

/** Returns the state in a fragment of any origin. Throws for a state that is too long, damaged or nested too deep. */
export async function readState(fragment: string): Promise<unknown> {
  try {
    if (fragment.length > MAX_CHARACTERS) throw new RangeError()
    const text = fragment.slice(STATE_PREFIX.length).replaceAll('-', '+').replaceAll('_', '/')
    const packed = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    let size = 0
    const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        size += chunk.length
        if (size > MAX_BYTES) throw new RangeError()
        controller.enqueue(chunk)
      },
    })
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const state = parseJson(await readAll(stream.pipeThrough(limit)))
    const { events } = Object(state)
    const isSmall = Number.isInteger(events) && events >= 0 && events <= MAX_EVENTS
    if (events !== undefined && !isSmall) throw new RangeError()
    return state
  } catch {
    throw new Error('The state in this link is damaged or too large.')
  }
}

const readAll = async (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream).arrayBuffer())

/** Opens the state in the fragment of the address in a new world, after a question. */
export async function openStateLink(app: App): Promise<void> {
  const { hash } = location
  if (!hash.startsWith(STATE_PREFIX)) return
  history.replaceState(null, '', '#calendar')
  if (!confirm('Open the state in this link? It gets a new world; all others stay.')) return
  const { api } = app
  const open = async (): Promise<void> => {
    const state = await readState(hash)
    const { name } = await api.control<{ name: string }>('POST', 'worlds', { evicts: false })
    const world = new Api({ root: api.root, world: name }, api.token.value) // the page stays in its world until then
    try {
      await world.control('PUT', 'world', state)
    } catch (error) {
      await api.control('DELETE', `worlds/${name}`)
      throw error
    }
    await openWorld(app, name)
  }
  await runAction(app, open, 'The state of the link is in a new world.')
}
