import { test as base, type Page } from '@playwright/test'
import { calmockFixtures, expect, test } from '../../../src/playwright.ts'

const FIXED = 'https://api.example'
const below = '/de/cal/events/v1'

/** Opens an empty page of an origin that is not the mock's. */
test.beforeEach(async ({ context, page }) => {
  await context.route('https://app.example/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>app</title>' }),
  )
  await page.goto('https://app.example/')
})

interface Init {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Fetches a URL in the page. */
const fetchInPage = (page: Page, url: string, init: Init = {}) =>
  page.evaluate(
    async ([url, init]) => {
      const response = await fetch(url, init)
      const text = await response.text()
      const headers = Object.fromEntries(response.headers)
      return { status: response.status, headers, body: text === '' ? '' : JSON.parse(text) }
    },
    [url, init] as const,
  )

const json = (fields: object): Init => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(fields),
})

test('every URL of the mock leads the page to the world of the test', async ({ page, calmock }) => {
  const { origin } = new URL(calmock.url)
  const addresses = [calmock.api('de'), `${origin}${below}`, `${FIXED}${below}`]
  for (const [n, address] of addresses.entries()) {
    const made = await fetchInPage(page, `${address}/venues`, json({ venue: `Quarkhalle ${n}` }))
    expect([made.status, made.headers.location]).toEqual([201, `${address}/venues/${made.body.id}`])
  }
  for (const address of [...addresses, `https://app.example${below}`]) {
    const { body } = await fetchInPage(page, `${address}/venues?search=Quarkhalle&per_page=2`)
    expect([body.total, body.venues.length]).toEqual([3, 2])
    expect(body.next_rest_url).toMatch(`${address}/venues/?`)
    expect((await fetchInPage(page, body.next_rest_url)).body.venues).toHaveLength(1)
  }
})

test('a program outside the browser can use the world of the test', async ({
  page,
  request,
  calmock,
}) => {
  await request.post(`${calmock.api('de')}/tags`, { form: { name: 'Von außen' } })
  const { body } = await fetchInPage(page, `${FIXED}${below}/tags?search=außen&hide_empty=false`)
  expect(body.total).toBe(1)
})

test('the page gets the errors and the pictures of the mock', async ({ page }) => {
  expect((await fetchInPage(page, `${FIXED}${below}/events?per_page=abc`)).status).toBe(400)
  expect((await fetchInPage(page, `${FIXED}${below}/nothing`)).status).toBe(404)
  const made = await fetchInPage(page, `${FIXED}${below}/tags`, json({ name: 'Kurz' }))
  const gone = await fetchInPage(page, `${FIXED}${below}/tags/${made.body.id}`, {
    method: 'DELETE',
  })
  expect(gone.status).toBe(200)
  const { body } = await fetchInPage(page, `${FIXED}${below}/events?per_page=50`)
  const { image } = body.events.find((event: { image: unknown }) => event.image)
  const width = await page.evaluate(async (url) => {
    const picture = Object.assign(new Image(), { src: url })
    await picture.decode()
    return picture.naturalWidth
  }, image.url)
  expect(width).toBe(image.width)
})

test('request bodies of every kind reach the mock', async ({ page }) => {
  const names = await page.evaluate(async (url) => {
    const form = new FormData()
    form.set('name', 'Formular')
    const bodies = [
      form,
      new URLSearchParams({ name: 'Anfrage' }),
      new Blob(['{"name":"Größe"}'], { type: 'application/json' }),
    ]
    const made = bodies.map(async (body) => (await fetch(url, { method: 'POST', body })).json())
    return (await Promise.all(made)).map(({ name }) => name)
  }, `${FIXED}${below}/tags`)
  expect(names).toEqual(['Formular', 'Anfrage', 'Größe'])
})

test('routes of the test take precedence and can fall back to the mock', async ({
  context,
  page,
  calmock,
}) => {
  await context.route('**/venues', (route) => route.fulfill({ json: { mine: true } }))
  await page.route('**/tags', (route) => route.abort())
  await page.route('**/organizers?*', (route) =>
    route.fallback({ url: `${FIXED}${below}/organizers?per_page=1` }),
  )
  for (const address of [calmock.api('de'), `${FIXED}${below}`]) {
    expect((await fetchInPage(page, `${address}/venues`)).body).toEqual({ mine: true })
    await expect(fetchInPage(page, `${address}/tags`)).rejects.toThrow(/Failed to fetch/)
  }
  const { body } = await fetchInPage(page, `${FIXED}${below}/organizers?per_page=9`)
  expect(body.organizers).toHaveLength(1)
})

test('requests to other addresses reach the network', async ({ context, page }) => {
  const passed: string[] = []
  await context.route('https://other.example/**', (route) => route.fulfill({ json: {} }))
  page.on('request', (request) => passed.push(request.url()))
  for (const path of ['/', '/fr/cal/events/v1', '/de/cal/events/v2/tags'])
    expect((await fetchInPage(page, `https://other.example${path}`)).body).toEqual({})
  expect(passed).toHaveLength(3)
})

test('calmock.join adds a second browser context to the world', async ({
  browser,
  page,
  calmock,
}) => {
  const other = await browser.newContext()
  await calmock.join(other)
  await other.route('https://app.example/', (route) => route.fulfill({ body: '' }))
  const visitor = await other.newPage()
  await visitor.goto('https://app.example/')
  await fetchInPage(page, `${FIXED}${below}/tags`, json({ name: 'Neu' }))
  const { body } = await fetchInPage(visitor, `${FIXED}${below}/tags?search=Neu&hide_empty=false`)
  expect(body.total).toBe(1)
  await calmock.clock.advance('P1D')
  expect(await visitor.evaluate(() => Date.now())).toBe(Date.parse('2030-01-08T12:00:00Z'))
  await other.close()
})

test('a browser context that joins while the clock is paused follows that clock', async ({
  browser,
  page,
  calmock,
}) => {
  await page.clock.pauseAt('2030-01-08T12:00:00Z')
  const other = await browser.newContext()
  const visitor = await other.newPage()
  await calmock.join(other)
  for (const minute of ['00', '01']) {
    const shown = await Promise.all([page, visitor].map((one) => one.evaluate(() => Date.now())))
    expect(shown).toEqual(Array(2).fill(Date.parse(`2030-01-08T12:${minute}:00Z`)))
    await page.clock.runFor('01:00')
  }
  await other.close()
})

test.describe('consecutive tests', () => {
  test.describe.configure({ mode: 'serial' })

  const names: string[] = []
  for (const turn of ['first', 'second']) {
    test(`the ${turn} test starts with fresh data and without other worlds`, async ({
      page,
      calmock,
      calmockServer,
    }) => {
      expect(calmockServer.mock.worlds).toEqual(['default', calmock.world.name])
      expect(names).not.toContain(calmock.world.name)
      names.push(calmock.world.name)
      const made = await fetchInPage(page, `${FIXED}${below}/venues`, json({ venue: 'Halle' }))
      expect(made.body.slug).toBe('halle')
      expect(await page.evaluate(() => Date.now())).toBe(Date.parse('2030-01-07T12:00:00Z'))
      await calmock.clock.advance('P1D')
      const polled = page.waitForResponse(`${FIXED}${below}/tags`)
      await page.evaluate((url) => setInterval(() => fetch(url), 5), `${FIXED}${below}/tags`)
      await polled // the page polls until it closes
    })
  }
})

test('calmock.api throws for an unknown site', async ({ calmock }) => {
  expect(() => calmock.api('fr')).toThrow(
    '[calmock] invalid site "fr"; accepted: en, hi, de, zh-hans',
  )
})

const own = base.extend(calmockFixtures).extend({ baseURL: FIXED })

own('the exported fixtures work in a custom test', async ({ page, calmock }) => {
  await page.goto(`${below}/tags`)
  expect(page.url()).toBe(`${FIXED}${below}/tags`)
  expect(await page.evaluate(() => Date.now())).toBe(calmock.clock.now().getTime())
})

own(
  'the cookie of the world is set for baseURL, and scripts do not see it',
  async ({ browser, context, page, calmock }) => {
    const cookie = { name: 'calmock_url', value: calmock.url, domain: 'api.example', path: '/' }
    const other = await browser.newContext()
    await calmock.join(other)
    for (const joined of [context, other])
      expect(await joined.cookies()).toEqual([expect.objectContaining(cookie)])
    await other.close()
    await page.goto(`${below}/tags`)
    expect(await page.evaluate(() => document.cookie)).toBe('')
  },
)

test('no cookie is set without baseURL', async ({ context }) => {
  expect(await context.cookies()).toEqual([])
})

test('a page that requests a site which the mock lacks causes a warning with the sites that it has', async ({
  page,
}) => {
  const warnings: unknown[] = []
  const { warn } = console
  console.warn = (message) => warnings.push(message)
  const url = 'https://api.example/fr/cal/events/v1/events'
  await page.route(url, (route) => route.fulfill({ json: 'other' }))
  await page.goto(url)
  await page.reload()
  console.warn = warn
  expect(warnings).toEqual([
    `[calmock] ${url} is not handled: this mock has the sites en, hi, de, zh-hans, such as /en/cal/events/v1; see the options sites and root`,
  ])
})
