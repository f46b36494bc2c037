import type { Page } from '@playwright/test'
import { expect, test } from '../../../src/playwright.ts'

type Clock = Page['clock']

const start = Date.parse('2030-01-07T12:00:00Z')
const at = (text: string): number => Date.parse(`2030-${text}Z`)
const DAY = 86_400_000

const readTime = (page: Page): Promise<number> => page.evaluate(() => Date.now())

test('the page starts at the time of the mock, before its first request', async ({ page }) => {
  await page.setContent('<script>document.title = new Date().toISOString()</script>')
  await expect(page).toHaveTitle('2030-01-07T12:00:00.000Z')
  const isRun = page.evaluate(() => new Promise((done) => setTimeout(() => done(true), 20)))
  expect(await isRun).toBe(true)
  expect(await readTime(page)).toBe(start)
})

/** Calls of methods of `page.clock`, in order, with their arguments. */
type Calls = readonly (readonly [keyof Clock, argument?: string | number | Date | object])[]

async function callClock(clock: Clock, calls: Calls): Promise<void> {
  for (const [name, argument] of calls) await clock[name](argument as never) // each row has its own
}

const nameCalls = (calls: Calls): string => calls.map((call) => JSON.stringify(call)).join(', ')

const fixed = ['setFixedTime', '2030-05-04T10:00:00Z'] as const

/** Calls that stop the clock, each with the time that page and mock then show. */
const stoppingCalls: readonly (readonly [Calls, number])[] = [
  [[fixed], at('05-04T10:00:00')],
  [[['setFixedTime', new Date(0)]], 0],
  [[['fastForward', '24:00:00']], start + DAY],
  [[['fastForward', 1500]], start + 1500],
  [[['runFor', '01:30']], start + 90_000],
  [[['pauseAt', new Date('2030-01-07T18:00:00Z')]], at('01-07T18:00:00')],
  [
    [
      ['pauseAt', '2030-01-08T18:00:00Z'],
      ['runFor', '01:00:00'],
      ['runFor', 5],
    ],
    at('01-08T19:00:00') + 5,
  ],
  [
    [
      ['install', { time: '2030-03-01T08:00:00Z' }],
      ['pauseAt', '2030-03-01T10:00:00Z'],
    ],
    at('03-01T10:00:00'),
  ],
  [
    [
      ['pauseAt', '2030-03-01T10:00:00Z'],
      ['install', { time: '2030-02-01T08:00:00Z' }],
    ],
    at('02-01T08:00:00'),
  ],
  [[fixed, ['fastForward', '10:00'], ['resume']], at('05-04T10:00:00')], // fixed is fixed
  [[fixed, ['pauseAt', '2030-05-04T11:00:00Z']], at('05-04T11:00:00')],
]

for (const [calls, expected] of stoppingCalls) {
  test(`page.clock stops the clock of the mock: ${nameCalls(calls)}`, async ({ page, calmock }) => {
    await page.goto('about:blank')
    await callClock(page.clock, calls)
    expect([await readTime(page), calmock.clock.now().getTime()]).toEqual([expected, expected])
    await page.goto(`${calmock.api('de')}/tags`)
    expect([await readTime(page), calmock.clock.now().getTime()]).toEqual([expected, expected])
    expect(calmock.world.clock.frozen).toBe(true)
  })
}

/** Calls that start the clock, each with the time where page and mock continue. */
const startingCalls: readonly (readonly [Calls, number])[] = [
  [[['install', { time: at('05-04T10:00:00') }]], at('05-04T10:00:00')],
  [[['install']], start],
  [[['setSystemTime', '2030-05-04T10:00:00Z']], at('05-04T10:00:00')],
  [[['resume']], start],
  [[['install'], ['fastForward', '48:00:00']], start + 2 * DAY],
  [[['pauseAt', '2030-01-08T18:00:00Z'], ['resume']], at('01-08T18:00:00')],
]

for (const [calls, from] of startingCalls) {
  test(`page.clock starts the clock of the mock: ${nameCalls(calls)}`, async ({
    page,
    calmock,
  }) => {
    await page.goto('about:blank')
    await callClock(page.clock, calls)
    for (const url of ['about:blank', `${calmock.api('de')}/tags`]) {
      await page.goto(url)
      await page.waitForFunction((from) => Date.now() > from, from)
      const before = calmock.clock.now().getTime()
      const shown = await readTime(page)
      const after = calmock.clock.now().getTime()
      expect(shown).toBeGreaterThan(before - 1000)
      expect(shown).toBeLessThan(after + 1000)
      expect(shown).toBeLessThan(from + 60_000)
    }
    expect(calmock.world.clock.frozen).toBe(false)
  })
}

test('calmock.clock sets the clock of the page', async ({ page, calmock }) => {
  const { clock } = calmock
  await page.goto('about:blank')
  await clock.set('2030-05-04T10:00:00Z')
  await clock.advance('P1DT2H')
  expect([await readTime(page), clock.now().getTime()]).toEqual(Array(2).fill(at('05-05T12:00:00')))
  await clock.freeze(false)
  await page.waitForFunction((then) => Date.now() > then, at('05-05T12:00:00'))
  expect(clock.now().getTime()).toBeGreaterThan(at('05-05T12:00:00'))
  await clock.freeze(true)
  expect(await readTime(page)).toBe(clock.now().getTime())
  await expect(clock.set('soon')).rejects.toThrow(/invalid now "soon"/)
  expect(await readTime(page)).toBe(clock.now().getTime())
})

test('page.clock and calmock.clock can take turns', async ({ page, calmock }) => {
  await page.goto('about:blank')
  const seen: number[] = []
  const compareClocks = async () => {
    const shown = await readTime(page)
    expect(shown).toBe(calmock.clock.now().getTime())
    seen.push((shown - start) / DAY)
  }
  await page.clock.pauseAt(start + DAY)
  await compareClocks()
  await calmock.clock.advance('P1D')
  await compareClocks()
  await page.clock.runFor('24:00:00')
  await compareClocks()
  await page.clock.setFixedTime(start + 10 * DAY)
  await compareClocks()
  await calmock.clock.advance('-P1D')
  await compareClocks()
  await page.clock.fastForward('24:00:00')
  await compareClocks()
  expect(seen).toEqual([1, 2, 3, 10, 9, 10])
  await calmock.clock.set('real')
  await page.waitForFunction((then) => Date.now() > then + 5, calmock.clock.now().getTime())
  const distance = async () => Math.abs((await readTime(page)) - Date.now())
  await expect.poll(distance).toBeLessThan(1000)
})

for (const [how, fires] of [
  ['fastForward', /^2030-01-09T12:00:00 2030-01-08 00:00:00$/],
  // the timer fires in its own second or at the end of that second
  ['runFor', /^2030-01-07T12:00:0[01] 2030-01-08 00:00:00$/],
] as const) {
  test(`a request of a timer during ${how} gets the response of the target time`, async ({
    page,
    calmock,
  }) => {
    await page.goto(`${calmock.url}/`)
    await page.evaluate((api) => {
      setTimeout(async () => {
        const now = new Date().toISOString()
        const { rest_url } = await (await fetch(`${api}/events`)).json()
        document.title = `${now.slice(0, 19)} ${new URL(rest_url).searchParams.get('start_date')}`
      }, 1000)
    }, calmock.api('de'))
    await page.clock[how]('48:00:00')
    await expect(page).toHaveTitle(fires)
  })
}
