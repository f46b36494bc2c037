import { afterEach, describe, expect, test } from 'vitest'
import { useFolder } from '../../folder.ts'
import { hasWorkerd, type RunningWorker, startWorker, type WorkerSetup } from './start-worker.ts'

const root = '/de/cal/events/v1'

const event = { start_date: '2030-05-04 19:00:00', end_date: '2030-05-04 21:00:00' }

/** Options whose links do not depend on the port. */
const options = (more = ''): string => `{ events: 24, publicUrl: 'https://mock.example', ${more} }`

describe.skipIf(!hasWorkerd)('the storage of a worker', () => {
  const at = useFolder()
  let worker: RunningWorker
  afterEach(() => worker?.stop())

  /** Starts the runtime, or starts it again with the same storage. */
  const start = async (setup: WorkerSetup = {}): Promise<void> => {
    await worker?.stop()
    worker = await startWorker({ options: options(), folder: at(), ...setup })
  }

  /** Returns the texts of responses, with their notices. */
  const readAll = (prefix: string): Promise<readonly string[]> => {
    const paths = [
      ...['/events?per_page=50', '/events/by-slug/jazz', '/venues?per_page=50', '/tags'],
      ...['/events?search=Jazz', '/categories', '/doc'],
    ]
    const urls = ['/hi/cal/events/v1/events', ...paths.map((path) => root + path)]
    return Promise.all(
      [...urls, '/__calmock/clock', '/__calmock/scenario', '/__calmock/world'].map(async (path) => {
        const { status, body } = await worker.json('GET', prefix + path)
        return JSON.stringify([status, body])
      }),
    )
  }

  const notice = async (prefix: string): Promise<string | null> =>
    (await worker.call(`${prefix}${root}/tags`)).headers.get('x-calmock-notice')

  test('a restarted runtime returns the same bytes in each world', async () => {
    await start()
    const { body } = await worker.json('POST', `/~pr-1${root}/events`, {
      ...{ ...event, title: 'नया मेला — 新的 “Fest”', venue: { venue: 'Halle 7', city: 'Bonn' } },
    })
    await worker.json('DELETE', `/~pr-1${root}/tags/${(await firstTag()).id}`)
    await worker.json('PUT', '/~pr-2/__calmock/scenario', { scenario: 'long-text' })
    await worker.json('PUT', '/~pr-2/__calmock/clock', { advance: 'P40D' })
    await worker.json('POST', `${root}/venues`, { venue: 'Größe' })
    await worker.json('POST', '/__calmock/worlds', { name: 'pr-3', scenario: 'empty+one' })
    const prefixes = ['', '/~pr-1', '/~pr-2', '/~pr-3', '/~pr-4']
    const before = await Promise.all(prefixes.map(readAll))
    expect(new Set(before.map(String)).size).toBe(5)
    expect(before[1]?.join()).toContain('Halle 7')

    await start()
    expect(await Promise.all(prefixes.map(readAll))).toEqual(before)
    const next = await worker.json('POST', `/~pr-1${root}/venues`, { venue: 'Halle 8' })
    expect(next.body.id).toBeGreaterThan(body.venue.id) // IDs go on
    expect((await worker.json('GET', '/__calmock/worlds')).body.worlds).toHaveLength(5)
    expect(await notice('/~pr-1')).toBe(null)
  })

  const firstTag = async () => (await worker.json('GET', `/~pr-1${root}/tags`)).body.tags[0]

  test('a reset stays reset after a restart, with the start of the world', async () => {
    await start()
    const fresh = await readAll('/~pr-1')
    await worker.json('POST', `/~pr-1${root}/venues`, { venue: 'Halle 7' })
    await worker.json('PUT', '/~pr-1/__calmock/clock', { now: '2031-01-01' })
    await worker.json('POST', '/~pr-1/__calmock/reset')
    const begun = { name: 'begun', scenario: 'one', now: '2033-03-03' }
    await worker.json('POST', '/__calmock/worlds', begun)
    await worker.json('PUT', '/~begun/__calmock/scenario', { scenario: 'empty' })
    await start()
    expect(await readAll('/~pr-1')).toEqual(fresh)
    await worker.json('POST', '/~begun/__calmock/reset')
    await start()
    expect((await worker.json('GET', `/~begun${root}/events`)).body.total).toBe(1)
    expect((await worker.json('GET', '/~begun/__calmock/clock')).body.now).toMatch(/^2033-03-03/)
  })

  test('checkpoints, steps to undo and a world of a large checkpoint are the same after a restart', async () => {
    await start()
    const description = 'ä🎷'.repeat(150_000)
    for (const venue of ['A', 'B', 'C', 'D'])
      await worker.json('POST', `/~pr-1${root}/venues`, { venue, description })
    const saved = await worker.json('PUT', '/~pr-1/__calmock/checkpoints/large')
    expect([saved.status, saved.body.bytes > 3_000_000]).toEqual([201, true])
    const made = { name: 'begun', from: 'large' }
    expect((await worker.json('POST', '/~pr-1/__calmock/worlds', made)).status).toBe(201)
    const state = await worker.json('GET', '/~begun/__calmock/world')
    expect(state).toEqual(await worker.json('GET', '/~pr-1/__calmock/world'))
    await worker.json('PUT', '/~begun/__calmock/scenario', { scenario: 'one' })
    await start()
    const { body } = await worker.json('GET', '/~pr-1/__calmock/checkpoints')
    expect([body.checkpoints, body.undo.length]).toEqual([[saved.body], 4])
    expect((await worker.json('POST', '/~begun/__calmock/undo')).body.left).toBe(0)
    expect(await worker.json('GET', '/~begun/__calmock/world')).toEqual(state)
    await worker.json('PUT', '/~begun/__calmock/scenario', { scenario: 'one' })
    await worker.json('POST', '/~begun/__calmock/reset')
    await start()
    expect(await worker.json('GET', '/~begun/__calmock/world')).toEqual(state)
  })

  test('faults, delay and maximum of requests are the same after a restart', async () => {
    await start({ options: options("fault: '* 500 1x'") })
    const faults = ['GET /events?page=3 503 1/3', 'POST * drop']
    await worker.json('PUT', '/~pr-1/__calmock/faults', { faults })
    await worker.json('PUT', '/~pr-1/__calmock/delay', { delay: '1-2' })
    await worker.json('PUT', '/~pr-1/__calmock/requests', { max: 9 })
    const before = await worker.json('GET', '/~pr-1/__calmock/world')
    await start({ options: options("fault: '* 500 1x'") })
    expect(await worker.json('GET', '/~pr-1/__calmock/world')).toEqual(before)
    expect(before.body.settings).toEqual({ faults, delay: '1-2', maxRequests: 9 })
    await worker.json('POST', '/~pr-1/__calmock/reset')
    await start({ options: options("fault: '* 500 1x'") })
    expect((await worker.json('GET', '/~pr-1/__calmock/faults')).body.faults).toEqual(['* 500 1x'])
  })

  test('a running clock runs on while no runtime runs', async () => {
    await start()
    const running = { now: '2031-01-01T00:00:00Z', frozen: false }
    const before = await worker.json('PUT', '/~pr-1/__calmock/clock', running)
    await start()
    const after = await worker.json('GET', '/~pr-1/__calmock/clock')
    expect(after.body.frozen).toBe(false)
    const elapsed = Date.parse(after.body.now) - Date.parse(before.body.now)
    expect(elapsed).toBeGreaterThan(100) // a restart takes longer
    expect(elapsed).toBeLessThan(60_000)
  })

  test('a clock of today works, and a world starts in the first request', async () => {
    await start({ options: options("now: 'today'") })
    const { body } = await worker.json('GET', '/__calmock/clock')
    const days = [0, -60_000].map((ms) => new Date(Date.now() + ms).toISOString().slice(0, 10))
    expect(days.map((day) => `${day}T12:00:00.000Z`)).toContain(body.now)
    await worker.json('POST', `${root}/venues`, { venue: 'Heute' })
    await start({ options: options("now: 'today'") })
    expect(await notice('')).toBe(null)
    expect((await worker.json('GET', `${root}/venues/by-slug/heute`)).status).toBe(200)
  })

  test.each([
    ['seed', 'seed: 2'],
    ['events', 'events: 25'],
    ['scenario', "scenario: 'one'"],
    ['data', "data: { venues: [{ venue: 'Neu' }] }"],
  ])('a script with another %s starts the world again, with a notice', async (_, changed) => {
    await start()
    const { body } = await worker.json('POST', `/~pr-1${root}/venues`, { venue: 'Alt' })
    const read = async () =>
      (await worker.json('GET', `/~pr-1${root}/venues/${body.id}`)).body.venue
    await worker.json('GET', `/~unchanged${root}/venues`)

    await start({ options: options(changed) })
    const response = await worker.call(`/~pr-1${root}/venues`)
    expect(response.headers.get('x-calmock-notice')).toContain('started again')
    expect(response.headers.get('access-control-expose-headers')).toContain('X-Calmock-Notice')
    expect(await read()).not.toBe('Alt')
    expect(await notice('/~unchanged')).toBe(null)

    await start() // the first script finds its changes, because nothing was written in between
    expect(await notice('/~pr-1')).toBe(null)
    expect(await read()).toBe('Alt')

    await start({ options: options(changed) })
    await worker.json('POST', `/~pr-1${root}/venues`, { venue: 'Jetzt' })
    await start({ options: options(changed) })
    expect(await notice('/~pr-1')).toBe(null)
    expect((await worker.json('GET', `/~pr-1${root}/venues/by-slug/jetzt`)).status).toBe(200)
  })

  test('a script without the scenario of a world starts the world again, with a notice', async () => {
    const source = (scenario: string) => `
      import { calmockWorker } from './src/worker.ts'
      const scenario = ${scenario}
      const { CalmockWorld, fetch } = calmockWorker({ scenario, events: 24 })
      export { CalmockWorld }
      export default { fetch }`
    await start({ source: source("['city', { name: 'mine', about: '', change: () => ({}) }]") })
    await worker.json('POST', '/__calmock/worlds', { name: 'pr-1', scenario: 'mine' })
    expect((await worker.json('GET', `/~pr-1${root}/events`)).body.total).toBe(0)
    await start({ source: source("'city'") })
    expect((await worker.json('GET', `/~pr-1${root}/events`)).body.total).toBeGreaterThan(0)
    expect(await notice('/~pr-1')).toContain('started again')
  })

  test('texts of more than 3 MB are stored, with characters of several bytes', async () => {
    const large = options('maxBody: 20_000_000')
    await start({ options: large })
    const description = `<p>${'अ漢é'.repeat(500_000)}</p>` // 4 MB in UTF-8
    const sent = { ...event, title: 'Groß', description }
    const made = await worker.json('POST', `/~pr-1${root}/events`, sent)
    expect(made.status).toBe(201)
    expect(made.body.description).toHaveLength(description.length)
    for (const venue of ['A', 'B']) // further lines after the large one
      await worker.json('POST', `/~pr-1${root}/venues`, { venue })
    await start({ options: large })
    const read = await worker.json('GET', `/~pr-1${root}/events/${made.body.id}`)
    expect(read.body.description === made.body.description).toBe(true)
    expect((await worker.json('GET', `/~pr-1${root}/venues/by-slug/b`)).status).toBe(200)
  })

  test('a body above maxBody is rejected with 413', async () => {
    await start({ options: options('maxBody: 1000') })
    const sent = await worker.json('POST', `${root}/venues`, { venue: 'x'.repeat(1000) })
    expect(sent.status).toBe(413)
    const stream = new Blob(['{"venue":"', 'x'.repeat(5_000_000), '"}']).stream()
    const headers = { 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body: stream, duplex: 'half' }
    const streamed = await worker.call(`${root}/venues`, init as RequestInit) // without a length
    expect([streamed.status, (await streamed.json()).code]).toEqual([413, sent.body.code])
    expect((await worker.json('POST', `${root}/venues`, { venue: 'x' })).status).toBe(201)
  })

  test('a world that reads alone stores nothing that outlives a change of the script', async () => {
    await start()
    await worker.json('GET', `/~reader${root}/events`)
    await start({ options: options('seed: 2') })
    expect(await notice('/~reader')).toBe(null)
  })
})
