import { getResponse, HttpHandler, RequestHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import { onUnhandled } from '../msw/unhandled.ts'

type Handlers = Parameters<SetupWorker['use']>

/** In the shapes of msw-storybook-addon 2 and 3. */
type MswParameter = Handlers | { readonly handlers?: Handlers | Readonly<Record<string, Handlers>> }

/** The handlers that a story declares. */
export function readStoryHandlers(given: MswParameter = []): Handlers {
  const handlers = 'handlers' in given ? given.handlers : given
  return Object.values(handlers ?? [])
    .flat()
    .filter(Boolean)
}

/** A worker to which one story gives handlers for its own requests. Those for sockets are everyone's. */
export function createStoryWorker(
  handlers: RequestHandler[],
  { shared, declared }: { shared: SetupWorker; declared: Handlers },
): SetupWorker {
  const use = (...given: Handlers): void => {
    handlers.unshift(...given.filter((one) => one instanceof RequestHandler))
    shared.use(...given.filter((one) => !(one instanceof RequestHandler)))
  }
  const resetHandlers = (...next: Handlers): void => {
    handlers.length = 0
    use(...(next.length > 0 ? next : declared))
    for (const handler of handlers) handler.isUsed = false
  }
  return { ...shared, use, resetHandlers }
}

/** Starts msw's worker, wherever the stories are built for. */
export async function startWorker(handlers: HttpHandler[]): Promise<SetupWorker> {
  const { setupWorker } = await import('msw/browser')
  const worker = setupWorker(...handlers)
  const { BASE_URL = './' } = (import.meta as { env?: { BASE_URL?: string } }).env ?? {} // of Vite
  const serviceWorker = { url: `${BASE_URL}mockServiceWorker.js` }
  await worker.start({ quiet: true, serviceWorker, ...onUnhandled('bypass') })
  return worker
}

/** Asks the handlers that a request gives rise to. Where none has an answer, it is as if it were not there. */
export const createDispatcher = (choose: ChooseHandlers): HttpHandler =>
  new DispatchingHandler(choose)

type ChooseHandlers = (request: Request) => RequestHandler[]

class DispatchingHandler extends HttpHandler {
  constructor(choose: ChooseHandlers) {
    super(/.*/, '*', ({ request }) => getResponse(choose(request), request))
  }

  override async run(args: Parameters<HttpHandler['run']>[0]) {
    const result = await super.run(args)
    return result?.response ? result : null
  }
}
