import type { HttpHandler, RequestHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import type { StoryContext } from 'storybook/internal/csf'
import { addons } from 'storybook/preview-api'
import { hashText } from '../fixtures/random.ts'
import { type LanguageCode, textDirection } from './contract/site.ts'
import { createMock } from './create-mock.ts'
import { createToolbar, everySite, readToolbar } from './hosts/storybook/toolbar.ts'
import type { Handlers } from './hosts/storybook/worker.ts'
import { type Calmock, type FetchableWorld, withFetch } from './intercept/fetch/with-fetch.ts'
import { importMsw } from './intercept/msw/import-msw.ts'
import type { Options } from './options/options.ts'
import { onDemandSource } from './seed/source/on-demand-source.ts'

/** The options of one story, in `parameters.calmock`. */
export interface StoryOptions extends Options {
  /** Language of the site that the story uses. Default: the first of `sites`, which contains every language by default. */
  readonly language?: LanguageCode
}

/** The options of `calmockPreview`: defaults for all stories, and the worker. */
export interface PreviewOptions extends StoryOptions {
  /**
   * Starts MSW with the handlers of all stories, before the first story. Default: the worker
   * `mockServiceWorker.js` of Storybook, and MSW's server for portable stories in Node.
   */
  readonly worker?: (handlers: HttpHandler[]) => SetupWorker | Promise<SetupWorker>
}

/** The mock of one story, which it gets as `loaded.calmock`. */
export interface StoryMock {
  /** Address of the story's language site, in the world of the story: `http://localhost:6006/~calendar--day/de/cal/events/v1`. */
  readonly api: string
  /** The same address without site and namespace. */
  readonly url: string
  readonly language: string
  /** The world behind these addresses. */
  readonly world: FetchableWorld
}

/** The parts of Storybook's context that calmock reads, and the worker for msw-storybook-addon. */
type Context = Pick<
  StoryContext,
  'id' | 'parameters' | 'globals' | 'loaded' | 'canvasElement' | 'viewMode'
> & { msw?: SetupWorker }

declare module 'storybook/internal/csf' {
  interface Parameters {
    calmock?: StoryOptions
  }
}

interface Story {
  readonly options: StoryOptions
  readonly mock: Calmock
  readonly world: FetchableWorld
  /** The worker for this story: it adds handlers to this story only. */
  readonly msw: SetupWorker
  readonly handlers: RequestHandler[]
  readonly mockHandlers: readonly RequestHandler[]
  /** True if its options were changed while it was shown, until it is remounted. */
  needsRemount: boolean
  hasEnded: boolean
}

/**
 * Creates annotations to spread in `.storybook/preview.ts`. Each story has a mock with its own state, until
 * the story is left or its options change. Handlers from the `parameters.msw` of a story and from `msw.use`
 * take precedence over its mock, for its own requests only. Values from the toolbar take precedence over
 * the options of stories.
 *
 * @example
 * ```ts
 * import { calmockPreview } from 'calmock/storybook'
 *
 * export default { ...calmockPreview({ language: 'en' }) }
 * ```
 */
export function calmockPreview({ worker: start, ...options }: PreviewOptions = {}) {
  const defaults = { sites: everySite, ...options }
  const stories = new Stories(defaults, start)
  return {
    /** Returns the worker of all stories, for `mswLoader(calmock.worker)`. */
    worker: (): Promise<SetupWorker> => stories.worker(),
    globalTypes: createToolbar(defaults.sites),
    loaders: [
      async (context: Context): Promise<{ calmock: StoryMock }> => {
        const story = await stories.open(context)
        stories.latest = story
        story.msw.resetHandlers()
        context.msw = story.msw
        return { calmock: describeStory(story) }
      },
    ],
    async beforeEach(context: Context) {
      const story = await stories.open(context)
      const shared = await stories.worker()
      shared.resetHandlers() // the addon's loader adds the handlers of one story to it
      context.msw = story.msw
      if (story.needsRemount && context.viewMode === 'story') remountStory(context.id)
      story.needsRemount = false
      return () => {
        story.hasEnded = true
      }
    },
    decorators: [
      <T>(renderStory: () => T, { canvasElement, loaded }: Context): T => {
        const { language } = loaded.calmock as StoryMock // the loader above sets it
        const attributes = { lang: language, dir: textDirection(language) }
        Object.assign(canvasElement as object, attributes) // an HTMLElement
        return renderStory()
      },
    ],
  }
}

/** The options of stories that do not set others. */
interface StoryDefaults extends StoryOptions {
  readonly sites: readonly LanguageCode[]
}

/** The worker of all stories, and the functions that need MSW. */
interface StoryMsw {
  readonly tools: typeof import('./hosts/storybook/worker.ts')
  readonly worker: SetupWorker
}

/** The stories that have been opened, by the names of their worlds, and the worker that they share. */
class Stories {
  readonly #defaults: StoryDefaults
  readonly #start: PreviewOptions['worker']
  readonly #source = onDemandSource()
  readonly #stories = new Map<string, Story>()
  #msw: Promise<StoryMsw> | undefined
  /** The story that was loaded last. */
  latest: Story | undefined

  constructor(defaults: StoryDefaults, start: PreviewOptions['worker']) {
    this.#defaults = defaults
    this.#start = start
  }

  async worker(): Promise<SetupWorker> {
    this.#msw ??= this.#loadMsw()
    return (await this.#msw).worker
  }

  async #loadMsw(): Promise<StoryMsw> {
    const tools = await importMsw(() => import('./hosts/storybook/worker.ts'))
    const dispatcher = tools.createDispatcher((request) => this.#handlersFor(request))
    return { tools, worker: await (this.#start ?? tools.startMsw)([dispatcher]) }
  }

  /** Returns the story of a context. Creates it, if it has ended or its options have changed. */
  async open({ id, parameters, globals }: Context): Promise<Story> {
    this.#msw ??= this.#loadMsw()
    const { tools, worker: shared } = await this.#msw
    const options = { ...this.#defaults, ...parameters.calmock, ...readToolbar(globals) }
    const name = toWorldName(id)
    const existing = this.#stories.get(name)
    if (existing && !existing.hasEnded && isSameOptions(existing.options, options)) return existing
    for (const [name, { hasEnded }] of this.#stories) if (hasEnded) this.#stories.delete(name)
    const { language: _, ...mockOptions } = options // `chooseSites` puts it first
    const mockWith = { ...mockOptions, sites: chooseSites(options) }
    const mock = withFetch(createMock(mockWith, this.#source))
    const handlers: RequestHandler[] = []
    const declared = readStoryHandlers(parameters.msw)
    const msw = tools.createStoryWorker(handlers, { shared, declared })
    const needsRemount = existing !== undefined && !existing.hasEnded
    const world = mock.world(name)
    const mockHandlers = tools.handlersFor(mock)
    const story = {
      options,
      mock,
      world,
      msw,
      handlers,
      mockHandlers,
      needsRemount,
      hasEnded: false,
    }
    this.#stories.set(name, story)
    return story
  }

  /** Returns the handlers of the story whose world the URL names, or of the latest story. */
  #handlersFor(request: Request): RequestHandler[] {
    const [, name = ''] = /\/~([^/]+)\//.exec(new URL(request.url).pathname) ?? []
    const story = this.#stories.get(name) ?? this.latest
    if (!story) return []
    request.headers.set('x-calmock-world', story.world.name) // a name in the URL takes precedence
    return [...story.handlers, ...story.mockHandlers]
  }
}

/** Returns the sites of a story's mock, its language first. A root without `:site` has one site, in that language. */
function chooseSites({ language, sites, root }: StoryDefaults): readonly LanguageCode[] {
  const ordered = language ? [language, ...sites] : sites
  return root === undefined || root.includes(':site') ? ordered : ordered.slice(0, 1)
}

const isSameOptions = (a: StoryOptions, b: StoryOptions): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (key) => a[key as keyof StoryOptions] === b[key as keyof StoryOptions], // each key is a key of `a` or `b`
  )

function describeStory({ mock, world }: Story): StoryMock {
  const site = mock.sites[0] as Calmock['sites'][number] // a mock has at least one site
  const url = `${mock.base.origin ?? pageOrigin()}${mock.base.path}/~${world.name}`
  const api = `${url}${site.root}/${mock.settings.namespace}`
  return { api, url, language: site.language, world }
}

/** Returns the origin of the page. Node without a DOM has no page. */
const pageOrigin = (): string => globalThis.location?.origin ?? 'http://localhost'

/** Returns a name for the world of a story. Story IDs can be too long for it, and contain letters of any script. */
function toWorldName(id: string): string {
  if (/^[a-z0-9-]{1,64}$/.test(id)) return id
  return `${id.replace(/[^a-z0-9-]+/g, '').slice(0, 50)}-${hashText(id).toString(36)}`
}

/**
 * Remounts the story in the canvas, like the button in Storybook's toolbar. A story that is only rendered
 * again keeps its components, which then show the records that they fetched before.
 * Storybook itself remounts the stories of Docs pages.
 */
const remountStory = (storyId: string): void =>
  addons.getChannel().emit('forceRemount', { storyId })

/** The values of `parameters.msw` that msw-storybook-addon 2 and 3 accept. */
type MswParameter = Handlers | { readonly handlers?: Handlers | Readonly<Record<string, Handlers>> }

/** Returns the handlers in the `parameters.msw` of a story. */
function readStoryHandlers(parameter: MswParameter = []): Handlers {
  const handlers = 'handlers' in parameter ? parameter.handlers : parameter
  return Object.values(handlers ?? [])
    .flat()
    .filter(Boolean)
}
