import { afterEach, describe, expect, test } from 'vitest'
import { useFolder } from '../../folder.ts'
import { hasWorkerd, type RunningWorker, startWorker } from './start-worker.ts'

const venues = '/de/cal/events/v1/venues'

/** A worker whose alarms ring 600 times sooner: a minute takes a tenth of a second. */
const hurried = `
  import { calmockWorker } from './src/worker.ts'
  const { CalmockWorld: World, fetch } = calmockWorker({ events: 24, worldIdle: 1 })
  const replace = (object, name, value) =>
    new Proxy(object, {
      get(target, key) {
        if (key === name) return value
        const found = target[key]
        return typeof found === 'function' ? found.bind(target) : found
      },
    })
  export class CalmockWorld extends World {
    constructor(state, env) {
      const setAlarm = (time) => state.storage.setAlarm(Date.now() + (time - Date.now()) / 600)
      const storage = replace(state.storage, 'setAlarm', setAlarm)
      super(state, env)
      Object.defineProperty(this, 'ctx', { value: { storage } })
    }
  }
  export default { fetch }`

describe.skipIf(!hasWorkerd)('the eviction of worlds in a worker', () => {
  const at = useFolder()
  let worker: RunningWorker
  afterEach(() => worker?.stop())

  const add = (prefix: string) =>
    worker.json('POST', `${prefix}${venues}`, { venue: 'Halle 7' }).then(({ body }) => body.id)
  const read = (prefix: string, id: number) => worker.json('GET', `${prefix}${venues}/${id}`)

  /** Repeats a request until its response has the status. */
  async function waitFor(status: number, prefix: string, id: number) {
    for (;;) {
      const response = await read(prefix, id)
      if (response.status === status) return response
    }
  }

  test('the alarm evicts idle worlds, and modified ones return 410 until they are created again', async () => {
    worker = await startWorker({ source: hurried, folder: at() })
    const id = await add('/~pr-1')
    const inDefault = await add('')
    const { body } = await waitFor(410, '/~pr-1', id)
    const message =
      'The world "pr-1" was evicted, and its changes are lost; POST /__calmock/worlds creates it again.'
    expect(body).toEqual({ code: 'calmock_world_gone', message, data: { status: 410 } })
    expect((await read('', inDefault)).status).toBe(200)

    await worker.stop()
    worker = await startWorker({ folder: at() }) // with alarms at their times
    expect((await read('/~pr-1', id)).status).toBe(410)
    expect((await worker.json('GET', '/~pr-1/__calmock/health')).status).toBe(410)
    const again = await worker.json('POST', '/~pr-1/__calmock/worlds', { name: 'pr-1' })
    expect(again.status).toBe(201)
    expect((await read('/~pr-1', id)).status).toBe(404)
    expect(await add('/~pr-1')).toBe(id)
  })

  test('an unmodified world that was evicted starts again by itself, and a deleted one leaves no trace', async () => {
    worker = await startWorker({ source: hurried, folder: at() })
    const id = await add('/~pr-1')
    await waitFor(410, '/~pr-1', id)
    expect((await worker.json('DELETE', '/__calmock/worlds/pr-1')).status).toBe(204)
    expect((await read('/~pr-1', id)).status).toBe(404)
    // the alarm of the unmodified world rings while it is read
    const until = Date.now() + 300
    while (Date.now() < until) expect((await read('/~pr-1', id)).status).toBe(404)
  })

  test('beyond maxWorlds, the least recently used world is evicted', async () => {
    worker = await startWorker({ options: '{ events: 24, maxWorlds: 2 }', folder: at() })
    const id = await add('/~first')
    await worker.json('GET', `/~second${venues}`)
    await worker.json('GET', `/~third${venues}`)
    expect((await read('/~first', id)).status).toBe(410)
    const { body } = await worker.json('GET', '/__calmock/health')
    expect(body.worlds).toBe(3)
    await worker.json('GET', `/~fourth${venues}`)
    expect((await worker.json('GET', '/__calmock/worlds')).body.worlds).toMatchObject([
      { name: 'default' },
      { name: 'third' },
      { name: 'fourth' },
    ])
    expect((await worker.json('GET', `/~second${venues}`)).status).toBe(200) // it was not modified
  })
})
