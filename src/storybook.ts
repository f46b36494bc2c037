import { getResponse, HttpHandler, type RequestHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import type { StoryContext } from 'storybook/internal/csf'
import { languages as packs } from '../fixtures/languages/index.ts'
import { defaultSites, type LanguageCode, languages, type Site } from './contract/site.ts'
import { type AnsweringWorld, type Calmock, createCalmock, type Options } from './index.ts'
import { chosenIn, toolbarFor } from './toolbar.ts'

/** What a story can say in `parameters.calmock`. */
export interface StoryOptions extends Options {
  /** The language site the story reads. Default: the first of `sites`, and these are all by default. */
  readonly language?: string
}

/** What holds for all stories, where they say nothing else. */
export interface PreviewOptions extends StoryOptions {
  /**
   * Starts msw with the handlers of all stories, when the first is told. Default: the worker that is
   * served as `mockServiceWorker.js` beside the stories.
   */
  readonly worker?: (handlers: HttpHandler[]) => SetupWorker | Promise<SetupWorker>
}

/** What a story gets as `loaded.calmock`. */
export interface StoryMock {
  /** The story's own address of its language site: `http://localhost:6006/~calendar--day/de/cal/events/v1`. */
  readonly api: string
  /** The same without site and namespace. */
  readonly url: string
  readonly language: string
  /** The state behind these addresses. */
  readonly world: AnsweringWorld
}

/** What we read of Storybook's context, and the worker as the addon expects it there. */
type Context = Pick<StoryContext, 'id' | 'parameters' | 'globals' | 'loaded' | 'canvasElement'> & {
  msw?: SetupWorker
}

declare module 'storybook/internal/csf' {
  interface Parameters {
    calmock?: StoryOptions
  }
}

type Handlers = readonly RequestHandler[]
/** In the shapes of msw-storybook-addon 2 and 3. */
type MswParameter =
  | Handlers
  | { readonly handlers?: Handlers | Readonly<Record<string, RequestHandler | Handlers>> }

interface Story {
  readonly options: StoryOptions
  readonly mock: Calmock
  readonly world: AnsweringWorld
  readonly handlers: Handlers
  hasEnded: boolean
}

/**
 * Annotations to spread in `.storybook/preview.ts`. Each story has a service with a state of its own,
 * until it is left or its options change; the handlers in its `parameters.msw` are asked first, by its
 * own requests alone. What is chosen in the toolbar wins over what a story says.
 */
export function calmockPreview({ worker: start = startWorker, ...options }: PreviewOptions = {}) {
  const general = { sites: [...new Set([...defaultSites, ...languages])], ...options }
  const stories = new Map<string, Story>()
  let latest: Story | undefined
  let started: Promise<SetupWorker> | undefined

  async function answer(request: Request): Promise<Response | undefined> {
    const [, name = ''] = /\/~([^/]+)\//.exec(new URL(request.url).pathname) ?? []
    const story = stories.get(name) ?? latest
    if (!story) return undefined
    request.headers.set('x-calmock-world', story.world.name) // a name in the address wins
    return getResponse([...story.handlers, ...story.mock.handlers], request)
  }

  function storyOf({ id, parameters, globals }: Context): Story {
    const asked = { ...general, ...parameters.calmock, ...chosenIn(globals) }
    const name = worldNameOf(id)
    const known = stories.get(name)
    if (known && !known.hasEnded && isSame(known.options, asked)) return known
    for (const [other, { hasEnded }] of stories) if (hasEnded) stories.delete(other)
    const { language, sites } = asked
    const mock = createCalmock(language ? { ...asked, sites: [language, ...sites] } : asked)
    const own = handlersIn(parameters.msw)
    for (const handler of own) handler.isUsed = false
    const story = { options: asked, mock, world: mock.world(name), handlers: own, hasEnded: false }
    stories.set(name, story)
    return story
  }

  const handlers: HttpHandler[] = [new StoryHandler(answer)]
  const worker = (): Promise<SetupWorker> => {
    started ??= Promise.resolve(start(handlers))
    return started
  }
  return {
    /** The one worker, for `mswLoader(calmock.worker)`. */
    worker,
    globalTypes: toolbarFor(general.sites),
    loaders: [
      async (context: Context): Promise<{ calmock: StoryMock }> => {
        context.msw = await worker()
        latest = storyOf(context)
        return { calmock: mockFor(latest) }
      },
    ],
    beforeEach: (context: Context) => () => {
      const story = stories.get(worldNameOf(context.id))
      if (story) story.hasEnded = true
      context.msw?.resetHandlers()
    },
    decorators: [
      <T>(tell: () => T, { canvasElement, loaded }: Context): T => {
        const { language } = loaded.calmock as StoryMock // from our loader
        const { direction } = packs[language as LanguageCode] // a site has one of them
        Object.assign(canvasElement as object, { lang: language, dir: direction }) // an element
        return tell()
      },
    ],
  }
}

const handlersIn = (given: MswParameter = []): Handlers =>
  Object.values(('handlers' in given ? given.handlers : given) ?? [])
    .flat()
    .filter(Boolean)

const isSame = (a: StoryOptions, b: StoryOptions): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (key) => a[key as keyof StoryOptions] === b[key as keyof StoryOptions], // keys of either
  )

function mockFor({ mock, world }: Story): StoryMock {
  const [site] = mock.sites as [Site] // a mock refuses to have none
  const url = `${mock.base.origin ?? location.origin}${mock.base.path}/~${world.name}`
  const api = `${url}${site.root}/${mock.settings.namespace}`
  return { api, url, language: site.language, world }
}

/** A story's ID as the name of a world. IDs may be longer, and of any script. */
function worldNameOf(id: string): string {
  if (/^[a-z0-9-]{1,64}$/.test(id)) return id
  let hash = 0
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return `${id.replace(/[^a-z0-9-]+/g, '').slice(0, 50)}-${hash.toString(36)}`
}

async function startWorker(handlers: HttpHandler[]): Promise<SetupWorker> {
  const { setupWorker } = await import('msw/browser')
  const worker = setupWorker(...handlers)
  const { BASE_URL = './' } = (import.meta as { env?: { BASE_URL?: string } }).env ?? {} // of Vite
  const serviceWorker = { url: `${BASE_URL}mockServiceWorker.js` }
  const quietly = { quiet: true, onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
  await worker.start({ ...quietly, serviceWorker })
  return worker
}

/** A handler that passes over what it has no answer to, as if it were not there. */
class StoryHandler extends HttpHandler {
  constructor(answer: (request: Request) => Promise<Response | undefined>) {
    super(/.*/, '*', ({ request }) => answer(request))
  }

  override async run(args: Parameters<HttpHandler['run']>[0]) {
    const result = await super.run(args)
    return result?.response ? result : null
  }
}
