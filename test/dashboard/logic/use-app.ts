import { Window } from 'happy-dom'
import { onTestFinished, vi } from 'vitest'
import { Api, readAddress } from '../../../src/dashboard/api.ts'
import { type App, createApp } from '../../../src/dashboard/app.ts'
import { loadSites } from '../../../src/dashboard/load-world.ts'
import { createCalmock } from '../../../src/index.ts'
import { NOW } from '../../call.ts'

/** Opens the dashboard of a mock in process, without its views. */
export async function openApp(): Promise<{ app: App; mock: ReturnType<typeof createCalmock> }> {
  // not a hook of this module, which a process loads once for several files of tests
  onTestFinished(() => void vi.unstubAllGlobals())
  const mock = createCalmock({ now: NOW, sites: ['en', 'de'], events: 20 })
  vi.stubGlobal('location', new URL('http://localhost/'))
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('DOMParser', new Window().DOMParser)
  vi.stubGlobal('fetch', mock.fetch)
  const app = createApp(new Api(readAddress(location)))
  await loadSites(app)
  return { app, mock }
}
