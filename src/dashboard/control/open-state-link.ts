import type { App } from '../app.ts'
import { changeWorld, openWorld } from '../load-world.ts'
import { findState } from './state-link.ts'

/** Opens the state in the fragment of the address in a new world, after a question. */
export async function openStateLink(app: App): Promise<void> {
  const readState = findState(location.hash)
  if (!readState) return
  history.replaceState(null, '', '#calendar')
  if (!confirm('Open the state in this link? It gets a new world; all others stay.')) return
  const { api } = app
  const before = api.world.value
  const open = async (): Promise<void> => {
    const state = await readState()
    const { name } = await api.control<{ name: string }>('POST', 'worlds', {})
    api.world.value = name
    try {
      await api.control('PUT', 'world', state)
    } catch (error) {
      api.world.value = before
      await api.control('DELETE', `worlds/${name}`)
      throw error
    }
    await openWorld(app, name)
  }
  await changeWorld(app, open, 'The state of the link is in a new world.')
}
