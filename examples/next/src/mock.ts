import { createCalmock } from 'calmock'

const holder = globalThis as { calmock?: ReturnType<typeof createCalmock> }

// on globalThis, so that its records survive hot reloads
holder.calmock ??= createCalmock({ sites: ['en'], baseUrl: '/api', now: 'today' })

export const mock = holder.calmock
