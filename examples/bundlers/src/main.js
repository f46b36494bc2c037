import { showEvents } from './show-events.js'

/** Starts the mock in development. A production build leaves out the block with its import. */
async function startMock() {
  if (process.env.NODE_ENV === 'development') {
    const { setupCalmock } = await import('calmock/browser')
    await setupCalmock({ sites: ['en', 'de'], baseUrl: '/api' }).start()
  }
}

startMock().then(showEvents)
