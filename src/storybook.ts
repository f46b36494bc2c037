import type { HttpHandler, RequestHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import type { StoryContext } from 'storybook/internal/csf'
import { type Calmock, createCalmock, type FetchableWorld, type Options } from './index.ts'
import { everySite, languageDirection } from './storybook/languages.ts'
import { createToolbar, readToolbar } from './storybook/toolbar.ts'
import {
  createDispatcher,
  createStoryWorker,
  readStoryHandlers,
  startWorker,
} from './storybook/worker.ts'

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
  readonly world: FetchableWorld
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

interface Story {
  readonly asked: StoryOptions
  readonly mock: Calmock
  readonly world: FetchableWorld
  /** The worker as this story alone sees it. */
  readonly msw: SetupWorker
  readonly handlers: RequestHandler[]
  hasEnded: boolean
}

/**
 * Annotations to spread in `.storybook/preview.ts`. Each story has a service with a state of its own,
 * until it is left or its options change. The handlers of its `parameters.msw`, and those it gives to
 * `msw.use`, are asked first, by its own requests alone. What is chosen in the toolbar wins over what
 * a story says.
 */
export function calmockPreview({ worker: start = startWorker, ...options }: PreviewOptions = {}) {
  const general = { sites: everySite, ...options }
  const stories = new Map<string, Story>()
  let latest: Story | undefined
  let started: Promise<SetupWorker> | undefined

  const worker = (): Promise<SetupWorker> => {
    started ??= Promise.resolve(start([createDispatcher(handlersOf)]))
    return started
  }

  /** The handlers of the story whose address it is; of the latest, where it is no story's. */
  function handlersOf(request: Request): RequestHandler[] {
    const [, name = ''] = /\/~([^/]+)\//.exec(new URL(request.url).pathname) ?? []
    const story = stories.get(name) ?? latest
    if (!story) return []
    request.headers.set('x-calmock-world', story.world.name) // a name in the address wins
    return [...story.handlers, ...story.mock.handlers]
  }

  async function storyOf({ id, parameters, globals }: Context): Promise<Story> {
    const shared = await worker()
    const asked = { ...general, ...parameters.calmock, ...readToolbar(globals) }
    const name = toWorldName(id)
    const known = stories.get(name)
    if (known && !known.hasEnded && isSameOptions(known.asked, asked)) return known
    for (const [other, { hasEnded }] of stories) if (hasEnded) stories.delete(other)
    const { language, sites } = asked
    const mock = createCalmock(language ? { ...asked, sites: [language, ...sites] } : asked)
    const handlers: RequestHandler[] = []
    const msw = createStoryWorker(handlers, { shared, declared: readStoryHandlers(parameters.msw) })
    const story = { asked, mock, world: mock.world(name), msw, handlers, hasEnded: false }
    stories.set(name, story)
    return story
  }

  return {
    /** The one worker, for `mswLoader(calmock.worker)`. */
    worker,
    globalTypes: createToolbar(general.sites),
    loaders: [
      async (context: Context): Promise<{ calmock: StoryMock }> => {
        latest = await storyOf(context)
        latest.msw.resetHandlers()
        context.msw = latest.msw
        return { calmock: describeStory(latest) }
      },
    ],
    async beforeEach(context: Context) {
      const story = await storyOf(context)
      const shared = await worker()
      shared.resetHandlers() // the addon's loader gives it what is of one story
      context.msw = story.msw
      return () => {
        story.hasEnded = true
      }
    },
    decorators: [
      <T>(tell: () => T, { canvasElement, loaded }: Context): T => {
        const { language } = loaded.calmock as StoryMock // from our loader
        const marks = { lang: language, dir: languageDirection(language) }
        Object.assign(canvasElement as object, marks) // an element of the page
        return tell()
      },
    ],
  }
}

const isSameOptions = (a: StoryOptions, b: StoryOptions): boolean =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every(
    (key) => a[key as keyof StoryOptions] === b[key as keyof StoryOptions], // keys of either
  )

function describeStory({ mock, world }: Story): StoryMock {
  const site = mock.sites[0] as Calmock['sites'][number] // a mock refuses to have none
  const url = `${mock.base.origin ?? location.origin}${mock.base.path}/~${world.name}`
  const api = `${url}${site.root}/${mock.settings.namespace}`
  return { api, url, language: site.language, world }
}

/** A story's ID as the name of a world. IDs may be longer, and of any script. */
function toWorldName(id: string): string {
  if (/^[a-z0-9-]{1,64}$/.test(id)) return id
  let hash = 0
  for (const char of id) hash = (Math.imul(hash, 31) + (char.codePointAt(0) ?? 0)) >>> 0
  return `${id.replace(/[^a-z0-9-]+/g, '').slice(0, 50)}-${hash.toString(36)}`
}
