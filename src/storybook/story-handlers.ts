import type { SetupWorker } from 'msw/browser'

/** Handlers of MSW. */
export type Handlers = Parameters<SetupWorker['use']>

/** The values of `parameters.msw` that msw-storybook-addon 2 and 3 accept. */
type MswParameter = Handlers | { readonly handlers?: Handlers | Readonly<Record<string, Handlers>> }

/** Returns the handlers in the `parameters.msw` of a story. */
export function readStoryHandlers(parameter: MswParameter = []): Handlers {
  const handlers = 'handlers' in parameter ? parameter.handlers : parameter
  return Object.values(handlers ?? [])
    .flat()
    .filter(Boolean)
}
