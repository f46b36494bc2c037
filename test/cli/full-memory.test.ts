/** Requests to a server whose memory is full, with a heap of twice `--max-memory`: each is answered, and none ends it. */
import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useFolder } from '../folder.ts'
import { addressOf, spawned } from './program.ts'

const at = useFolder()

function start() {
  const flags = ['--port', '0', '--sites', 'en', '--empty', '--log-format', 'off']
  return spawned([...flags, '--max-memory', '128', '--state', at('state.json')], {
    NODE_OPTIONS: '--max-old-space-size=256',
  })
}

const VENUES = '/en/cal/events/v1/venues'

async function send(url: string, method: string, body?: object) {
  const headers = { 'Content-Type': 'application/json', 'X-Calmock-Log': 'none' }
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
  const response = await fetch(url, init)
  return { status: response.status, text: await response.text() }
}

/** Creates venues with texts of nearly a megabyte, until the memory is full or there are enough. Returns their number. */
async function fill(url: string, text: string, max = 1000): Promise<number> {
  for (let n = 0; n < max; n++) {
    const { status } = await send(url + VENUES, 'POST', { venue: `v${n}`, description: text })
    if (status === 507) return n
    expect(status).toBe(201)
  }
  return max
}

const control = '/__calmock'
type Request = readonly [method: string, path: string, body?: object]

const copies: readonly Request[] = [
  ['GET', `${control}/world`],
  ['PUT', `${control}/checkpoints/b`, {}],
  ['POST', `${control}/checkpoints/a`, {}],
  ['POST', `${control}/worlds`, { name: 'copy', from: 'a' }],
  ['GET', `${VENUES}?per_page=50`],
  ['GET', '/en/events/?ical=1'],
]
const changes: readonly Request[] = [
  ['PUT', `${control}/scenario`, { scenario: 'one' }],
  ['POST', `${control}/undo`, {}],
  ['POST', `${control}/reset`, {}],
  ['POST', `${control}/undo`, {}],
]

const sendAll = async (url: string, requests: readonly Request[]) => {
  const answers: string[] = []
  for (const [method, path, body] of requests) {
    const { status } = await send(url + path, method, body)
    answers.push(`${method} ${path.replace(control, '')} ${status}`)
  }
  return answers
}

/** Opens a state as the dashboard does with a link: in a new world. */
async function openLink(url: string): Promise<void> {
  await send(`${url + control}/worlds`, 'POST', { name: 'link', evicts: false })
  const { text } = await send(`${url}/~link${control}/world`, 'GET')
  expect((await send(`${url}/~link${control}/world`, 'PUT', JSON.parse(text))).status).toBe(204)
}

async function restart(program: ReturnType<typeof spawned>): Promise<string> {
  program.child.kill('SIGKILL')
  await program.exit
  return addressOf(start())
}

test('a world that takes the whole memory has no copy, and is restored after a kill', async () => {
  const program = start()
  const url = await addressOf(program)
  const count = await fill(url, 'x'.repeat(990_000))
  expect(count).toBeGreaterThan(120)
  await openLink(url)
  expect(await sendAll(url, copies)).toEqual([
    'GET /world 507',
    'PUT /checkpoints/b 507',
    'POST /checkpoints/a 404',
    'POST /worlds 400',
    `GET ${VENUES}?per_page=50 200`,
    'GET /en/events/?ical=1 200',
  ])
  const again = await restart(program)
  expect(JSON.parse((await send(`${again + VENUES}?per_page=1`, 'GET')).text).total).toBe(count)
  expect(await sendAll(again, changes)).toEqual([
    'PUT /scenario 200',
    'POST /undo 409',
    'POST /reset 204',
    'POST /undo 200',
  ])
}, 600_000)

test.each(['x', '"'])(
  'a world of %j that is as large as a copy may be is copied while others fill the memory',
  async (letter) => {
    const program = start()
    const url = await addressOf(program)
    const text = letter.repeat(letter === 'x' ? 990_000 : 480_000)
    expect(await fill(url, text, 8)).toBe(8)
    expect((await send(`${url + control}/checkpoints/a`, 'PUT', {})).status).toBe(201)
    await fill(`${url}/~other`, text)
    await openLink(url)
    expect(await sendAll(url, copies)).toEqual([
      'GET /world 200',
      'PUT /checkpoints/b 507',
      'POST /checkpoints/a 200',
      'POST /worlds 507',
      `GET ${VENUES}?per_page=50 200`,
      'GET /en/events/?ical=1 200',
    ])
    for (const answer of await sendAll(url, changes)) expect(answer).toMatch(/ (200|204|409)$/)
    expect((await send(`${url + control}/health`, 'GET')).status).toBe(200)
    expect((await send(`${await restart(program)}${control}/world`, 'GET')).status).toBe(200)
  },
  600_000,
)

/** Replaces a state file by one with this many copies of its first event. */
async function multiplyEvent(file: string, count: number): Promise<void> {
  const lines = (await fs.readFile(file, 'utf8')).trim().split('\n')
  const [first, second] = lines.map((line) => JSON.parse(line))
  const [event] = Object.values<object>(second.changes.city.records.event)
  const handle = await fs.open(file, 'w')
  const start = second.changes.city.nextId
  const nextId = start + count
  await handle.write(`${JSON.stringify({ ...first, nextId, records: {}, steps: [] })}\n`)
  for (let id = start; id < nextId; id++) {
    const records = { event: { [id]: { ...event, id, group: id, slug: `s${id}` } } }
    await handle.write(`${JSON.stringify({ changes: { city: { nextId, records } } })}\n`)
  }
  await handle.close()
}

test('a world of small events that takes the whole memory is restored, and takes another', async () => {
  const program = start()
  const EVENTS = '/en/cal/events/v1/events'
  const event = { title: 'A', start_date: '2030-01-07', end_date: '2030-01-07' }
  expect((await send((await addressOf(program)) + EVENTS, 'POST', event)).status).toBe(201)
  program.child.kill('SIGTERM')
  expect(await program.exit).toBe(0)
  await multiplyEvent(at('state.json'), 127_500)
  const url = await addressOf(start())
  const list = await send(
    `${url + EVENTS}?per_page=1&start_date=2030-01-01&end_date=2030-12-31`,
    'GET',
  )
  expect(JSON.parse(list.text).total).toBe(127_500)
  expect((await send(url + EVENTS, 'POST', event)).status).toBe(201)
  expect(await sendAll(url, changes)).toEqual([
    'PUT /scenario 200',
    'POST /undo 409',
    'POST /reset 204',
    'POST /undo 200',
  ])
}, 600_000)
