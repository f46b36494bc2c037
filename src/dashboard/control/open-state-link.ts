import { Api } from '../api.ts'
import { type App, runAction } from '../app.ts'
import { openWorld } from '../load-world.ts'
import { findState } from './state-link.ts'

/** Opens the state in the fragment of the address in a new world, after a question. */
export async function openStateLink(app: App): Promise<void> {
  const readState = findState(location.hash)
  if (!readState) return
  history.replaceState(null, '', '#calendar')
  if (!confirm('Open the state in this link? It gets a new world; all others stay.')) return
  const { api } = app
  const open = async (): Promise<void> => {
    const state = await readState()
    const { name } = await api.control<{ name: string }>('POST', 'worlds', {})
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
