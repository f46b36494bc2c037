import { useCalmock } from 'calmock/vitest'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { add, linesOf } from './calendar.ts'

const mock = useCalmock({ events: 12, onUnhandledRequest: 'error' })

const hindi = 'https://api.example/hi/cal/events/v1'
const jazzNight = 'ब्लू आवर: जैज़ की एक रात'

const jam = { title: 'जुगलबंदी', start_date: 'now', end_date: '+2 hours' }

describe('the calendar', () => {
  test('lists what comes next, in Hindi', async () => {
    const lines = await linesOf(hindi)
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^2030-01-\d\d \d\d:\d\d .*\p{Script=Devanagari}/u)
    expect(lines).toContainEqual(expect.stringContaining(jazzNight))
  })

  test('shows what was added', async () => {
    await add(hindi, jam)
    expect((await linesOf(hindi))[0]).toBe('2030-01-07 12:00 जुगलबंदी')
  })

  test('shows nothing of what another test has added', async () => {
    expect((await linesOf(hindi))[0]).not.toContain('जुगलबंदी')
  })

  test('says so when the service is down', async () => {
    mock.server.use(http.get('*/events', () => new HttpResponse(null, { status: 503 })))
    expect(await linesOf(hindi)).toEqual(['Not now (503)'])
  })

  test('is back when the service is', async () => {
    expect(await linesOf(hindi)).toHaveLength(5)
  })

  test('leaves out what is over', async () => {
    mock.clock.advance('P2W')
    expect(await linesOf(hindi)).not.toContainEqual(expect.stringContaining(jazzNight))
  })

  test('is empty where nothing takes place', async () => {
    mock.setScenario('empty')
    expect(await linesOf(hindi)).toEqual([])
  })
})

describe.concurrent('tests that run at the same time', () => {
  test.each(['one', 'two', 'three'])('have a world each, such as %s', async (world) => {
    const own = `https://api.example/~${world}/hi/cal/events/v1`
    for (const n of [1, 2, 3]) await add(own, { ...jam, title: `${world} ${n}` })
    const lines = await linesOf(own)
    expect(lines.filter((line) => line.includes(world))).toHaveLength(3)
    expect(lines.filter((line) => /one|two|three/.test(line))).toHaveLength(3)
  })
})
