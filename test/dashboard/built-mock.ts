import type { Calmock } from '../../src/index.ts'
import type { listen } from '../../src/node.ts'
import { root } from '../packed.ts'

/** A served mock of the last build, which contains the dashboard. */
export interface CalmockListener {
  readonly mock: Calmock
  readonly url: string
  close(): Promise<void>
}

/** Serves a mock of the last build. */
export async function startBuiltMock(): Promise<CalmockListener> {
  const { createCalmock } = await import(`${root}dist/index.js`)
  const built: { listen: typeof listen } = await import(`${root}dist/node.js`)
  const mock: Calmock = createCalmock({ sites: ['en', 'hi', 'ar'] })
  const { url, close } = await built.listen(mock)
  return { mock, url, close: async () => void (await close()) }
}
