import type { Loadable } from '../../contract/lazy.ts'
import type { Seed } from '../../contract/seed.ts'
import type { ReadMessages } from '../../contract/site.ts'
import type { OpenDatabase } from '../../store/database.ts'
import type { SeedOptions } from '../create-seed.ts'
import type { Landmarks } from '../landmarks.ts'

/** The source of records, messages and time of a mock. */
export interface MockSource {
  readonly landmarks: Loadable<Landmarks>
  createSeed(options: SeedOptions): Seed
  readonly readMessages: ReadMessages
  /** Creates the databases that `db` returns. */
  readonly database: Loadable<OpenDatabase>
  readonly dashboard: DashboardFiles
  /** The maximum of kept answers, in bytes. */
  readonly maxAnswerBytes: number
  /** Returns the time of the system clock, in ms since 1970 UTC. */
  systemNow(): number
}

/** The files of the dashboard, which are loaded when a browser asks for them. Empty where the build has not written them. */
export interface DashboardFiles {
  page(): Promise<string>
  /** Returns the module of the API reference, which the page loads on demand. */
  reference(): Promise<string>
}

/** The files of the dashboard in the program, as modules that are loaded on demand. */
export const bundledDashboard: DashboardFiles = {
  page: async () => (await import('./dashboard-text.ts')).dashboardPage,
  reference: async () => (await import('./reference-text.ts')).referenceModule,
}
