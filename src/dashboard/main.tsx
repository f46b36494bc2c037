import { render } from 'preact'
import { readAddress } from './api.ts'
import { AppContext, createApp, runAction } from './app.ts'
import { loadSites, loadStatus } from './load-status.ts'
import { Shell } from './shell.tsx'
import './styles/theme.css'
import './styles/page.css'
import './styles/requests.css'
import './styles/calendar.css'
import './styles/control.css'
import './styles/records.css'

/** Starts the mock of an export, whose requests the page then sends as to a server. Returns its address. */
async function startMock() {
  const { start } = document.documentElement.dataset
  if (start === undefined) return readAddress(location)
  const { start: startExport } = await import(new URL(start, location.href).href)
  const { base } = await startExport()
  return { root: (base.origin ?? location.origin) + base.path, world: '' }
}

const root = document.getElementById('app')
if (root) {
  const app = createApp(await startMock())
  await runAction(app, () => Promise.all([loadSites(app), loadStatus(app)]))
  render(
    <AppContext.Provider value={app}>
      <Shell />
    </AppContext.Provider>,
    root,
  )
  document.documentElement.dataset.state = 'ready'
}
