import { HttpResponse, http } from 'msw'
import type { SetupWorker } from 'msw/browser'
import { setupServer } from 'msw/node'
import { afterEach, describe, expect, test } from 'vitest'
import { calmockPreview, type PreviewOptions, type StoryMock } from '../../src/storybook.ts'

const baseUrl = 'https://api.example'

/** Cleanup functions of the current test. */
const cleanups: (() => void)[] = []
afterEach(() => {
  for (const end of cleanups.splice(0)) end()
})

const elsewhere = http.get('https://other.example/', () => HttpResponse.text('theirs'))

/** Creates a preview that intercepts the requests of this process. */
const createPreview = (options: PreviewOptions = {}) =>
  calmockPreview({
    worker(handlers) {
      const server = setupServer(...handlers, elsewhere)
      server.listen({ onUnhandledRequest: 'error' })
      cleanups.push(() => server.close())
      return server as unknown as SetupWorker // the server has the used methods of a worker
    },
    baseUrl,
    ...options,
  })

type Preview = ReturnType<typeof calmockPreview>
type Context = Parameters<Preview['beforeEach']>[0]

const createContext = (id: string, more: Partial<Context> = {}): Context => ({
  ...{ id, parameters: {}, globals: {}, loaded: {}, canvasElement: {}, viewMode: 'story' },
  ...more,
})

/** Renders a story as Storybook does. Returns its mock and the cleanup function of Storybook. */
async function renderStory(preview: Preview, story: string | Context, more?: Partial<Context>) {
  const context = typeof story === 'string' ? createContext(story, more) : story
  const loaded = await preview.loaders[0]?.(context)
  const leave = await preview.beforeEach(context)
  const { calmock } = loaded as { calmock: StoryMock } // there is one loader
  return { ...calmock, leave }
}

async function statusOf({ api }: StoryMock): Promise<number> {
  const response = await fetch(`${api}/events`)
  await response.text()
  return response.status
}

const totalOf = async ({ api }: StoryMock): Promise<number> =>
  (await (await fetch(`${api}/events`)).json()).total

const broken = http.get('*/events', () => new HttpResponse(null, { status: 503 }))

test.each([
  { shape: 'a list', msw: [broken] },
  { shape: 'a list of handlers', msw: { handlers: [broken] } },
  { shape: 'named handlers', msw: { handlers: { events: broken } } },
  {
    shape: 'named lists, one of them null',
    msw: { handlers: { events: [broken], auth: null } },
  },
])('parameters.msw may be $shape', async ({ msw }) => {
  const preview = createPreview()
  const own = await renderStory(preview, 'a', { parameters: { msw } })
  const other = await renderStory(preview, 'b')
  expect(await statusOf(own)).toBe(503)
  expect(await statusOf(other)).toBe(200)
})

test('a handler of msw.use applies only to its story, until the story is rendered again', async () => {
  const preview = createPreview()
  const context = createContext('a')
  const own = await renderStory(preview, context)
  const other = await renderStory(preview, 'b')
  context.msw?.use(broken)
  expect(await statusOf(own)).toBe(503)
  expect(await statusOf(other)).toBe(200)
  expect(await statusOf(await renderStory(preview, 'a'))).toBe(200)
})

test('a one-time handler applies each time its story is rendered', async () => {
  const preview = createPreview()
  const once = http.get('*/events', () => new HttpResponse(null, { status: 503 }), { once: true })
  for (const _ of ['first', 'second']) {
    const story = await renderStory(preview, 'a', { parameters: { msw: [once] } })
    expect([await statusOf(story), await statusOf(story)]).toEqual([503, 200])
  }
})

test('requests to other addresses reach other handlers', async () => {
  await renderStory(createPreview(), 'a')
  expect(await (await fetch('https://other.example/')).text()).toBe('theirs')
})

test('an address without a story uses the story rendered last', async () => {
  const preview = createPreview({ sites: ['de'] })
  await renderStory(preview, 'a')
  await renderStory(preview, 'b', { parameters: { calmock: { scenario: 'one' } } })
  const list = await (await fetch(`${baseUrl}/de/cal/events/v1/events`)).json()
  expect(list.total).toBe(1)
  expect(list.rest_url).toMatch(`${baseUrl}/de/`)
})

test('parameters of a story override the preview, and the toolbar overrides both', async () => {
  const preview = createPreview({ events: 20, language: 'fr', scenario: 'empty' })
  const calmock = { language: 'es', empty: true } as const
  const globals = { language: 'zh-hans', scenario: 'one' }
  const plain = await renderStory(preview, 'a')
  const own = await renderStory(preview, 'b', { parameters: { calmock } })
  const chosen = await renderStory(preview, 'c', { parameters: { calmock }, globals })
  expect([plain.language, own.language, chosen.language]).toEqual(['fr', 'es', 'zh-hans'])
  expect([await totalOf(plain), await totalOf(own), await totalOf(chosen)]).toEqual([0, 0, 1])
})

test('a story preserves its state while its parameters are unchanged', async () => {
  const preview = createPreview({ scenario: 'one' })
  const first = await renderStory(preview, 'a')
  first.world.clock.advance('P10D')
  expect(await totalOf(await renderStory(preview, 'a'))).toBe(0)
  expect(await totalOf(await renderStory(preview, 'a', { globals: { language: 'de' } }))).toBe(1)
  const last = await renderStory(preview, 'a')
  last.world.clock.advance('P10D')
  last.leave()
  expect(await totalOf(await renderStory(preview, 'a'))).toBe(1)
})

test('story IDs of any length and script have separate states', async () => {
  const preview = createPreview()
  const long = 'calendar--'.padEnd(100, 'x')
  const stories = await Promise.all(
    ['कैलेंडर--हिन्दी', 'कैलेंडर--अरबी', `${long}-a`, `${long}-b`].map((id) => renderStory(preview, id)),
  )
  expect(new Set(stories.map(({ url }) => url)).size).toBe(4)
  for (const story of stories) expect(await statusOf(story)).toBe(200)
})

test('below a root without :site, the mock of a story has one site, in its language', async () => {
  const preview = createPreview({ root: '/wp-json' })
  const globals = { language: 'fr' }
  const plain = await renderStory(preview, 'a')
  expect(plain.api).toBe('https://api.example/~a/wp-json/cal/events/v1')
  const french = await renderStory(preview, 'b', { globals })
  const response = await fetch(`${french.api}/events`)
  expect(response.headers.get('content-language')).toBe('fr')
})

test('an unknown language is rejected with the known ones', async () => {
  const parameters = { calmock: { language: 'tlh' as 'de' } } // a wrong code in JavaScript
  await expect(renderStory(createPreview(), 'a', { parameters })).rejects.toThrow(
    '[calmock] invalid sites "tlh"; accepted: ar, zh-hans, en, fr, de, hi, es',
  )
})

test('the toolbar lists the languages of the sites by their native names', () => {
  const { language } = createPreview({ sites: ['de', 'ar'] }).globalTypes
  expect(language.toolbar.items.map(({ title }) => title)).toEqual([
    'Story default',
    'Deutsch',
    'العربية',
  ])
})

/** Returns the status of a request to a story, or the error of `fetch`. */
const outcomeOf = async ({ api }: StoryMock): Promise<number | string> =>
  fetch(`${api}/tags`).then(
    ({ status }) => status,
    (error: Error) => error.name, // the message depends on the version of msw
  )

describe('the network of a story', () => {
  test.each([
    { calmock: { fault: '* 503' }, expected: 503 },
    { calmock: { fault: ['GET /tags maintenance'] }, expected: 503 },
    { calmock: { fault: '* offline' }, expected: 'TypeError' },
    { calmock: { fault: 'GET /tags drop' }, expected: 'TypeError' },
    { calmock: { fault: '* 500 1x' }, expected: 500 },
  ])('parameters may set $calmock', async ({ calmock, expected }) => {
    const preview = createPreview()
    const story = await renderStory(preview, 'a', { parameters: { calmock } })
    expect(await outcomeOf(story)).toBe(expected)
    expect(await outcomeOf(await renderStory(preview, 'b'))).toBe(200)
    expect(story.world.requests).toHaveLength(1)
  })

  test.each([
    { network: 'offline', expected: 'TypeError' },
    { network: 'unavailable', expected: 503 },
    { network: 'limited', expected: 429 },
    { network: 'maintenance', expected: 503 },
    { network: 'online', expected: 200 },
    { network: '', expected: 418 },
    { network: 'unknown', expected: 418 },
  ])('$network in the toolbar overrides the parameters', async ({ network, expected }) => {
    const parameters = { calmock: { fault: '* 418' } }
    const context = createContext('a', { parameters, globals: { network } })
    expect(await outcomeOf(await renderStory(createPreview(), context))).toBe(expected)
  })

  test('a story keeps its state while the network stays the same', async () => {
    const preview = createPreview()
    const context = createContext('a', { globals: { network: 'unstable' } })
    const story = await renderStory(preview, context)
    expect(story.world.faults).toEqual(['* drop 10%'])
    const again = await preview.loaders[0]?.(context)
    expect(again?.calmock.world).toBe(story.world)
  })

  test('every choice of the toolbar is a valid option', async () => {
    const { items } = createPreview().globalTypes.network.toolbar
    const names = items.flatMap((item) => ('value' in item ? [item.value] : []))
    expect(names).toEqual(expect.arrayContaining(['online', 'slow', 'offline', 'unavailable']))
    for (const network of names) {
      const context = createContext('a', { globals: { network } })
      const { world } = await renderStory(createPreview(), context)
      expect(world.faults.length + Number(world.delay !== 0)).toBe(network === 'online' ? 0 : 1)
    }
  })
})
