import { getResponse, HttpHandler, RequestHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import { onUnhandled } from '../../intercept/msw/import-msw.ts'

export { handlersFor } from '../../intercept/msw/handlers.ts'

export type Handlers = Parameters<SetupWorker['use']>

/** Creates a worker that adds request handlers to one story only. Handlers for web sockets apply to all stories. */
export function createStoryWorker(
  handlers: RequestHandler[],
  { shared, declared }: { shared: SetupWorker; declared: Handlers },
): SetupWorker {
  const use = (...added: Handlers): void => {
    handlers.unshift(...added.filter((handler) => handler instanceof RequestHandler))
    shared.use(...added.filter((handler) => !(handler instanceof RequestHandler)))
  }
  const resetHandlers = (...next: Handlers): void => {
    handlers.length = 0
    use(...(next.length > 0 ? next : declared))
    for (const handler of handlers) handler.isUsed = false
  }
  return { ...shared, use, resetHandlers }
}

/** Starts MSW: its worker in a browser, and its server for portable stories in Node. */
export const startMsw = (handlers: HttpHandler[]): Promise<SetupWorker> =>
  isNode() ? startServer(handlers) : startWorker(handlers)

const isNode = (): boolean =>
  (globalThis as { process?: { versions?: { node?: string } } }).process?.versions?.node !==
  undefined // a bundler can define `process` in a page, without the version

/** Starts MSW's server, which intercepts the requests of this process. */
async function startServer(handlers: HttpHandler[]): Promise<SetupWorker> {
  const name = 'msw/node' // a variable, since bundlers for browsers cannot resolve the module
  const { setupServer }: typeof import('msw/node') = await import(
    /* @vite-ignore */ /* webpackIgnore: true */ name
  )
  const server = setupServer(...handlers)
  server.listen(onUnhandled('bypass'))
  return server as unknown as SetupWorker // stories use only methods that both have
}

/** Starts MSW's worker with the script that Storybook serves next to the stories. */
async function startWorker(handlers: HttpHandler[]): Promise<SetupWorker> {
  const { setupWorker } = await import('msw/browser')
  const worker = setupWorker(...handlers)
  const { BASE_URL = './' } = (import.meta as { env?: { BASE_URL?: string } }).env ?? {} // set by Vite
  const serviceWorker = { url: `${BASE_URL}mockServiceWorker.js` }
  await worker.start({ quiet: true, serviceWorker, ...onUnhandled('bypass') })
  return worker
}

type FindHandlers = (request: Request) => RequestHandler[]

/** Creates a handler that passes each request to the handlers found for it. If they do not respond, MSW treats the request as unhandled. */
export const createDispatcher = (findHandlers: FindHandlers): HttpHandler =>
  new DispatchingHandler(findHandlers)

class DispatchingHandler extends HttpHandler {
  constructor(findHandlers: FindHandlers) {
    super(/.*/, '*', ({ request }) => getResponse(findHandlers(request), request))
  }

  override async run(args: Parameters<HttpHandler['run']>[0]) {
    const result = await super.run(args)
    return result?.response ? result : null
  }
}
