import { landmarks } from 'calmock'
import { useCalmock } from 'calmock/vitest'
import { HttpResponse, http } from 'msw'
import { describe, expect, test } from 'vitest'
import { createEvent, readLines } from './calendar.ts'

const mock = useCalmock({ events: 12, onUnhandledRequest: 'error' })

const hindi = 'https://api.example/hi/cal/events/v1'
const jazzNight = 'ब्लू आवर: जैज़ की एक रात'

const session = { title: 'जुगलबंदी', start_date: 'now', end_date: '+2 hours' }

describe('the calendar', () => {
  test('lists the next events in Hindi', async () => {
    const lines = await readLines(hindi)
    expect(lines).toHaveLength(5)
    expect(lines[0]).toMatch(/^2030-01-\d\d \d\d:\d\d .*\p{Script=Devanagari}/u)
    expect(lines).toContainEqual(expect.stringContaining(jazzNight))
  })

  test('shows a new event', async () => {
    await createEvent(hindi, session)
    expect((await readLines(hindi))[0]).toBe('2030-01-07 12:00 जुगलबंदी')
  })

  test('does not show the event of another test', async () => {
    expect((await readLines(hindi))[0]).not.toContain('जुगलबंदी')
  })

  test('shows an error while the service is down', async () => {
    mock.server.use(http.get('*/events', () => new HttpResponse(null, { status: 503 })))
    expect(await readLines(hindi)).toEqual(['Not now (503)'])
  })

  test('shows events again in the next test', async () => {
    expect(await readLines(hindi)).toHaveLength(5)
  })

  test('omits past events', async () => {
    mock.clock.advance('P2W')
    expect(await readLines(hindi)).not.toContainEqual(expect.stringContaining(jazzNight))
  })

  test('reads one event', async () => {
    const id = landmarks.events.jazzNight.id.hi
    const response = await fetch(`${hindi}/events/${id}`)
    expect(await response.json()).toMatchObject({ id, title: jazzNight })
  })

  test('is empty without events', async () => {
    mock.setScenario('empty')
    expect(await readLines(hindi)).toEqual([])
  })
})

describe.concurrent('concurrent tests', () => {
  test.each(['one', 'two', 'three'])('see only their own world, such as %s', async (world) => {
    const api = `https://api.example/~${world}/hi/cal/events/v1`
    for (const n of [1, 2, 3]) await createEvent(api, { ...session, title: `${world} ${n}` })
    const lines = await readLines(api)
    expect(lines.filter((line) => line.includes(world))).toHaveLength(3)
    expect(lines.filter((line) => /one|two|three/.test(line))).toHaveLength(3)
  })
})
