import type { DashboardFiles } from './mock-source.ts'

/** The files of the dashboard in the program, as modules that are loaded on demand. */
export const bundledDashboard: DashboardFiles = {
  page: async () => (await import('./dashboard-text.ts')).dashboardPage,
  reference: async () => (await import('./reference-text.ts')).referenceModule,
}
