import { provideHttpClient } from '@angular/common/http'
import { bootstrapApplication } from '@angular/platform-browser'
import { App } from './app'

declare const ngDevMode: boolean

/** Starts the mock in development. A production build leaves out the block with its import. */
async function startMock() {
  if (ngDevMode) {
    const { setupCalmock } = await import('calmock/browser')
    await setupCalmock({ sites: ['en', 'de'] }).start()
  }
}

startMock().then(() => bootstrapApplication(App, { providers: [provideHttpClient()] }))
