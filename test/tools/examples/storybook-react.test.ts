import { cp, mkdir } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { launchBrowser } from '../../browser/launch.ts'
import { type Packed, pack, peers, root } from '../../packed.ts'
import { buildStorybook, createStorybookServer } from './storybook-build.ts'

vi.setConfig({ testTimeout: 60_000 })

const modules = [...peers, '@storybook/addon-docs', '@storybook/react-vite', 'react', 'react-dom']

let packed: Packed
let server: ReturnType<typeof createStorybookServer>
let browser: Browser
let page: Page

beforeAll(async () => {
  packed = await pack()
  const project = await packed.project(modules)
  await cp(join(root, 'examples/storybook-react'), project, { recursive: true })
  await mkdir(join(project, 'public'))
  const worker = 'mockServiceWorker.js'
  await cp(join(root, 'node_modules/msw/lib', worker), join(project, 'public', worker))
  const output = join(project, 'output')
  await buildStorybook(project, '.storybook', output)
  server = createStorybookServer(output)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  browser = await launchBrowser()
}, 300_000)

afterEach(() => page.close())

afterAll(async () => {
  await browser?.close()
  server?.close()
  await packed?.remove()
})

async function open(query: string): Promise<void> {
  page = await browser.newPage()
  const { port } = server.address() as AddressInfo // a listening server has an address
  await page.goto(`http://127.0.0.1:${port}/some/where/iframe.html?${query}`)
}

const openStory = (name: string) => open(`viewMode=story&id=calendar--${name}`)

/** Selects values in the toolbar. */
const setGlobals = (globals: object) =>
  page.evaluate(
    `__STORYBOOK_ADDONS_CHANNEL__.emit('updateGlobals', { globals: ${JSON.stringify(globals)} })`,
  )

const readText = () => page.locator('#storybook-root').innerText()

/** Returns the result of the play function: `passed`, or the message of its error. */
const readResult = () =>
  page.evaluate(`(() => {
    const channel = globalThis.__STORYBOOK_ADDONS_CHANNEL__
    const [error] = channel?.last('playFunctionThrewException') ?? []
    return error?.message ?? (channel?.last('storyFinished') ? 'passed' : '')
  })()`)

/** Polls the result of the play function until it matches. */
const expectPlay = () => expect.poll(readResult, { timeout: 20_000 })

/** Polls the shown story until its text matches. */
const expectStory = () => expect.poll(readText, { timeout: 20_000 })

const hindi = /^2030-01-\d\d [\p{Script=Devanagari}]/u

test.each([
  { menu: 'Scenario', globals: { scenario: 'empty' }, expected: /^No events\.$/ },
  {
    menu: 'Clock',
    globals: { now: '2032-02-29' },
    expected: /^2032-0\d-\d\d [\p{Script=Devanagari}]/u,
  },
  {
    menu: 'Network',
    globals: { network: 'offline' },
    expected: /^The events could not be loaded\.\s+Refresh$/,
  },
  { menu: 'Language', globals: { language: 'de' }, expected: /^2030-01-\d\d [„\p{Script=Latin}]/u },
])(
  '$menu in the toolbar changes the shown React story, and is reset',
  async ({ globals, expected }) => {
    await openStory('hindi')
    await expectStory().toMatch(hindi)
    const before = await readText()
    await setGlobals(globals)
    await expectStory().toMatch(expected)
    await setGlobals(Object.fromEntries(Object.keys(globals).map((name) => [name, ''])))
    await expectStory().toBe(before)
  },
)

test('the last of several quick changes in the toolbar applies, without a reload', async () => {
  await openStory('hindi')
  await expectStory().toMatch(hindi)
  const start = await page.evaluate('performance.timeOrigin')
  await Promise.all(
    ['one', 'empty', 'city', 'one', 'empty'].map((scenario) => setGlobals({ scenario })),
  )
  await expectStory().toBe('No events.')
  await setGlobals({ scenario: 'one' })
  await expectStory().toMatch(/^2030.*\s+Refresh$/)
  expect(await page.evaluate('performance.timeOrigin')).toBe(start)
})

test.each(['new-years-eve', 'next-page', 'next-page-failed', 'refresh-failed'])(
  'the play function of the React story %s passes in a browser',
  async (name) => {
    await openStory(name)
    await expectPlay().toBe('passed')
  },
)

test('Network > Online in the toolbar lets the play function of the React story Failed fail', async () => {
  await openStory('failed')
  await expectPlay().toBe('passed')
  await setGlobals({ network: 'online' })
  await expectPlay().toContain('Unable to find role="alert"')
})

// Storybook reloads a Docs page with React stories for every change in the toolbar
test('the toolbar applies to all React stories of a Docs page', async () => {
  await open('viewMode=docs&id=calendar--docs&globals=scenario:one')
  for (const name of ['hindi--primary', 'hindi', 'empty']) {
    const story = page.locator(`#story--calendar--${name}-inner`)
    await expect.poll(() => story.innerText(), { timeout: 20_000 }).toMatch(/^2030.*\s+Refresh$/)
  }
})
