import { networkInterfaces } from 'node:os'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createLogger } from '../../src/cli/request-log.ts'
import { serveRequests } from '../free-port.ts'
import { addressOf, errorOf, serving, start, transcript } from './program.ts'

const ALL = 'status=publish,future,draft,pending,private,trash&start_date=1990-01-01&per_page=50'

const today = (): string => new Date().toISOString().slice(0, 10)

// biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of every shape
async function get(url: string): Promise<{ status: number; body: any }> {
  const response = await fetch(url)
  return { status: response.status, body: await response.json() }
}

async function post(url: string, json: object) {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(json) })
  expect(response.status).toBe(201)
  return response.json()
}

/** Occupies a port for the duration of the test and returns its number. */
async function occupyPort(): Promise<number> {
  const { port, close } = await serveRequests()
  onTestFinished(close)
  return port
}

test('stdout contains only the ready line, one address per site and the one of the dashboard', async () => {
  const before = today()
  const { url, stdout, stop, exit } = await serving()
  await get(`${url}/de/cal/events/v1/events`)
  stop()
  expect(await exit).toBe(0)
  const [ready, ...rest] = stdout.text.split('\n')
  const readyOn = (day: string) => `calmock ready on ${url} (seed 1, 60 events, now ${day})`
  expect([before, today()].map(readyOn)).toContain(ready)
  const sites = ['en', 'hi', 'de', 'zh-hans'].map((site) => `  ${url}/${site}/cal/events/v1`)
  expect(rest).toEqual([...sites, `  dashboard: ${url}/`, ''])
})

test('serve is the default command', async () => {
  const program = start(['serve', '--port', '0'])
  const url = await addressOf(program)
  expect((await get(`${url}/de/cal/events/v1`)).status).toBe(200)
})

test('stderr has one line per response, with a decoded address', async () => {
  const { url, stderr } = await serving()
  await get(`${url}/hi/cal/events/v1/events/by-slug/${encodeURIComponent('नहीं')}?per_page=abc`)
  const [line] = await stderr.shows(/.*\n/)
  expect(line).toMatch(
    /^GET \/hi\/cal\/events\/v1\/events\/by-slug\/नहीं\?per_page=abc 404 \d+\.\d ms .+\n$/,
  )
})

test('an address can neither inject lines into the log nor reorder or break its text', async () => {
  const { url, stderr } = await serving()
  await get(`${url}/de/%E2%80%AEa%E2%80%A8b%C2%85%D8%B9`)
  await get(`${url}/de/a%0AGET%20/b%1B[2J%FF`)
  await get(`${url}/de/a%0AGET%20/b%1B[2J`)
  await stderr.shows(/(.*\n){3}/)
  expect(stderr.text).toMatch(/^GET \/de\/%E2%80%AEa%E2%80%A8b%C2%85ع 404/)
  expect(stderr.text.split('\n')).toHaveLength(4)
  expect(stderr.text).not.toContain('\u001b')
})

test('--log-format json prints the ready line and the responses as JSON, one object per line', async () => {
  const { url, stdout, stderr } = await serving(['--log-format', 'json'])
  const { port } = new URL(url)
  expect(stdout.text.split('\n')).toHaveLength(2)
  expect(JSON.parse(stdout.text)).toEqual({ event: 'ready', url, port: Number(port), pid: 4242 })
  const path = '/de/cal/events/v1/events?page=1'
  await get(url + path)
  const [line] = await stderr.shows(/.*\n/)
  const { ms, ...facts } = JSON.parse(line)
  const notes = ['past-events-hidden']
  expect(facts).toEqual({ event: 'request', method: 'GET', url: path, status: 200, notes })
  expect(ms).toBe(Number(ms.toFixed(1)))
  await get(`${url}/~first/de/cal/events/v1/events/1`)
  const [, second = ''] = await stderr.shows(/.*\n(.*)\n/)
  const reason = expect.stringContaining('1')
  expect(JSON.parse(second)).toMatchObject({ world: 'first', reason })
})

test('the log names the world of a request, and the reason of a rejection', async () => {
  const { url, stderr } = await serving(['--empty'])
  const path = '/de/cal/events/v1/events'
  await fetch(`${url}/~first${path}`)
  await fetch(url + path, { headers: { 'x-calmock-world': 'second' } })
  await fetch(`${url}${path}?per_page=x`)
  await stderr.shows(/(.*\n){3}/)
  const [first, second, third] = stderr.text.split('\n')
  expect(first).toMatch(/ 200 \d+\.\d ms world first$/)
  expect(second).toMatch(/ 200 \d+\.\d ms world second$/)
  const { message } = await (await fetch(`${url}${path}?per_page=x`)).json()
  expect(third).toMatch(/ 400 \d+\.\d ms /)
  expect(third).toContain(message)
})

test('the log has the fault and the notes of a request, and no password', async () => {
  const { url, stderr } = await serving(['--empty', '--fault', 'POST * drop'])
  const tags = `${url}/de/cal/events/v1/tags`
  await fetch(`${tags}?pag=1`)
  await fetch(tags, { headers: { 'x-calmock-fault': '503' } })
  await expect(fetch(tags, { method: 'POST' })).rejects.toThrow()
  await fetch(`${url}/de/cal/events/v1/events/1?password[]=secret`)
  const bodies = [
    '[{"password":"secret-1"}]',
    '{"title":"A","start_date":"2030-01-08","password":["secret-2"]}',
  ]
  const headers = { 'content-type': 'application/json', 'x-calmock-fault': 'none' }
  for (const body of bodies)
    await fetch(tags.replace('tags', 'events'), { method: 'POST', headers, body })
  await stderr.shows(/(.*\n){6}/)
  const lines = stderr.text.split('\n')
  expect(lines[0]).toMatch(/ 200 \d+\.\d ms \(unknown-parameter\) GET \/tags ignores "pag"/)
  expect(lines[1]).toMatch(/ 503 \d+\.\d ms fault 503 /)
  expect(lines[2]).toMatch(/^POST \S+ 0 \d+\.\d ms fault drop the connection ended/)
  expect(lines[3]).toMatch(/password\[\]=\[redacted\] 40\d /)
  expect(stderr.text).not.toContain('secret')
})

test('the log says what is wrong with a request, once', async () => {
  const { url, stderr } = await serving(['--sites', 'en'])
  const says = '"perpage"; did you mean "per_page"?'
  for (const query of ['perpage=2', 'perpage=2&per_page=x', 'page=1'])
    await fetch(`${url}/en/cal/events/v1/events?${query}`)
  await stderr.shows(/(.*\n){3}/)
  const [wrong = '', rejected = '', right = ''] = stderr.text.split('\n')
  expect(wrong).toMatch(
    / 200 \d+\.\d ms \(unknown-parameter, past-events-hidden\) GET \/events ignores /,
  )
  expect(wrong.split(says)).toHaveLength(2)
  expect(rejected).toMatch(/ 400 .*per_page.*; GET \/events ignores "perpage"/)
  expect(right).toMatch(/ms \(past-events-hidden\)$/)
})

test('--quiet prints the ready line, failures, faults and wrong requests', async () => {
  const { url, stdout, stderr } = await serving([
    '--quiet',
    '--sites',
    'en',
    '--fault',
    '* delay:1',
  ])
  const list = `${url}/en/cal/events/v1/tags`
  for (const query of ['', '?perpage=2', '/no-tag', '?page=1'])
    await fetch(list + query).then((response) => response.text())
  await expect(fetch(list, { headers: { 'x-calmock-fault': 'drop' } })).rejects.toThrow()
  await stderr.shows(/ 0 .*\n/)
  expect(stdout.text).toMatch(/^calmock ready on [^\n]+\n$/)
  const lines = stderr.text.split('\n').slice(0, -1)
  expect(lines.map((line) => / (\d+) [\d.]+ ms/.exec(line)?.[1])).toEqual(['200', '404', '0'])
  expect(lines[0]).toContain('did you mean "per_page"?')
})

test('the log leaves out requests of the dashboard, and keeps those of an app to the same routes', async () => {
  const { url, stderr } = await serving(['--sites', 'en'])
  const send = (path: string, headers: Record<string, string>) => fetch(url + path, { headers })
  await send('/en/cal/events/v1/tags', { 'x-calmock-log': 'none' })
  const page = { 'sec-fetch-site': 'none', accept: 'text/html' }
  await send('/', page)
  await send('/~first/', page)
  for (const path of ['/__calmock/reference.js', '/__calmock/pictures/77.svg'])
    await send(path, { 'sec-fetch-site': 'same-origin' })
  for (const path of ['/__calmock/health', '/__calmock/pictures/77.svg', '/'])
    await send(path, { 'sec-fetch-site': 'same-site' })
  await send('/en/cal/events/v1/tags', { 'sec-fetch-site': 'same-origin' })
  await stderr.shows(/tags .*\n/)
  const paths = stderr.text.split('\n').map((line) => line.split(' ')[1])
  expect(paths.slice(0, -1)).toEqual([
    ...['/__calmock/health', '/__calmock/pictures/77.svg', '/', '/en/cal/events/v1/tags'],
  ])
})

test.each([
  [true, {}, true],
  [false, {}, false],
  [true, { NO_COLOR: '1' }, false],
])('the log on a terminal (%s) with %o is colored: %s', (isTTY, env, colored) => {
  const output = transcript()
  const io = { stdout: output, stderr: { write: output.write, isTTY }, env, pid: 1 }
  const log = createLogger(io, { logFormat: 'pretty' })
  const entry = { method: 'GET', url: '/%1B[2J', status: 404, ms: 1, reason: '\u001b[31m' }
  log?.(entry, { header: () => '\u001b[2J' })
  expect(output.text.includes('\u001b[')).toBe(colored)
  for (const code of ['[2J', '[31m']) expect(output.text).not.toContain(`\u001b${code}`)
})

describe('what the server evicts', () => {
  const TAGS = '/de/cal/events/v1/tags'

  /** Starts a server with room for one world, and requests three; the first has a change. */
  async function nameWorlds(flags: readonly string[]) {
    const server = await serving(['--empty', '--max-worlds', '1', ...flags])
    await post(`${server.url}/~first${TAGS}`, { name: 'A' })
    for (const name of ['second', 'third']) await get(`${server.url}/~${name}${TAGS}`)
    return server
  }

  test('each evicted world has a line in the log, which says if changes are lost', async () => {
    const { stderr } = await nameWorlds([])
    await stderr.shows(/third/)
    expect(stderr.text.split('\n').filter((line) => line.startsWith('calmock:'))).toEqual([
      'calmock: evicted the world first (--max-worlds): its changes are lost, and it returns 410',
      'calmock: evicted the world second (--max-worlds): it had no changes',
    ])
  })

  test('the JSON log has the same facts', async () => {
    const { stderr } = await nameWorlds(['--log-format', 'json'])
    await stderr.shows(/third/)
    const lines = stderr.text.split('\n').filter((line) => line.includes('"evict"'))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { event: 'evict', world: 'first', reason: 'limit', modified: true },
      { event: 'evict', world: 'second', reason: 'limit', modified: false },
    ])
  })

  test('--log-format off hides the lines', async () => {
    const { url, stderr } = await nameWorlds(['--log-format', 'off'])
    await get(`${url}/~fourth${TAGS}`)
    expect(stderr.text).toBe('')
  })
})

test('--log-format off prints only the ready line', async () => {
  const { url, stdout, stderr, stop, exit } = await serving(['--log-format', 'off'])
  await get(`${url}/de/cal/events/v1/events`)
  stop()
  await exit
  expect(stdout.text.startsWith(`calmock ready on ${url} (`)).toBe(true)
  expect(stderr.text).toBe('')
})

test.each([
  [
    ['--sites', 'fr, ar'],
    ['/fr/cal/events/v1', '/ar/cal/events/v1'],
  ],
  [['--sites', 'es', '--root', '/:site/wp-json'], ['/es/wp-json/cal/events/v1']],
  [['--sites', 'de', '--root', '/a/:site/'], ['/a/de/cal/events/v1']],
  [['--sites', 'de', '--namespace', 'my/api'], ['/de/my/api']],
])('calmock %j serves only %j', async (argv, paths) => {
  const { url, stdout } = await serving(argv)
  const shown = stdout.text.split('\n').slice(1, -1)
  expect(shown).toEqual([...paths.map((path) => `  ${url}${path}`), `  dashboard: ${url}/`])
  for (const path of paths) {
    const { status, body } = await get(`${url}${path}/events`)
    expect(status).toBe(200)
    expect(body.rest_url.startsWith(`${url}${path}/events/?`)).toBe(true)
  }
  expect((await get(`${url}/hi/cal/events/v1/events`)).status).toBe(404)
})

test.each([
  [['--max-per-page', '3'], {}, 'venues?per_page=50', 3],
  [
    [],
    { CALMOCK_MAX_PER_PAGE: '2', CALMOCK_GEOLOC_RADIUS: '20100' },
    'events?geoloc_lat=0&geoloc_lng=0&per_page=9',
    2,
  ],
] as const)('%j and %j limit the page of %s to %i', async (argv, env, path, count) => {
  const { url } = await serving(argv, env)
  const { body } = await get(`${url}/de/cal/events/v1/${path}`)
  expect(body[path.slice(0, 6)]).toHaveLength(count)
})

test('--empty serves no records', async () => {
  const { url, stdout } = await serving(['--empty'])
  for (const collection of ['events', 'venues', 'organizers', 'categories', 'tags']) {
    const { body } = await get(`${url}/de/cal/events/v1/${collection}?hide_empty=0`)
    expect(body.total, collection).toBe(0)
  }
  expect(stdout.text).toContain('(seed 1, 0 events, now ')
})

test('--events sets the number of events in each language', async () => {
  const { url, stdout } = await serving(['--events', '7'])
  for (const site of ['hi', 'de', 'zh-hans']) {
    const { body } = await get(`${url}/${site}/cal/events/v1/events?${ALL}`)
    expect(body.total, site).toBe(7)
  }
  expect(stdout.text).toContain('(seed 1, 7 events, now ')
})

test('--seed selects the world, and the same seed returns the same world', async () => {
  const argv = ['--now', '2030-01-07T12:00:00Z', '--seed']
  const worlds: string[] = []
  for (const seed of ['1', '2', '2']) {
    const { url, stdout } = await serving([...argv, seed])
    expect(stdout.text).toContain(`(seed ${seed}, 60 events, now 2030-01-07)`)
    const { body } = await get(`${url}/de/cal/events/v1/events?${ALL}`)
    worlds.push(JSON.stringify(body).replaceAll(new URL(url).host, 'host'))
  }
  expect(worlds[1]).toBe(worlds[2])
  expect(worlds[0]).not.toBe(worlds[1])
})

const utcNow = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ')

test.each([
  ['2031-05-06T07:08:09Z', () => '2031-05-06 07:08:09', 'stops the clock'],
  ['today', () => `${today()} 12:00:00`, 'sets the clock to noon UTC'],
  ['real', utcNow, 'uses the system clock'],
])('--now %s %3$s', async (now, expected) => {
  const { url, stdout } = await serving(['--now', now])
  const before = expected()
  expect(stdout.text).toContain(`, now ${before.slice(0, 10)})`)
  const { date_utc } = await post(`${url}/de/cal/events/v1/venues`, { venue: 'Hall' })
  expect(date_utc >= before && date_utc <= expected(), date_utc).toBe(true)
})

test('--geoloc-radius sets the distance for geolocation queries', async () => {
  const totals: number[] = []
  for (const radius of ['0', '20100']) {
    const { url } = await serving(['--geoloc-radius', radius])
    const near = 'geoloc_lat=0&geoloc_lng=0'
    totals.push((await get(`${url}/de/cal/events/v1/events?${near}`)).body.total)
  }
  expect(totals[0]).toBe(0)
  expect(totals[1]).toBeGreaterThan(10)
})

test('--strict rejects an unknown parameter with 400', async () => {
  const { url } = await serving(['--strict'])
  const { status, body } = await get(`${url}/de/cal/events/v1/events?serach=jazz`)
  expect([status, body.code]).toEqual([400, 'calmock_strict'])
})

test.each([
  [['--allow-host', '*'], 'accept only localhost, IP addresses and listed names (see --token)'],
  [['--allow-host', 'a.test,*', '--token', 'x'], 'require the token'],
])('%j warns of DNS rebinding', async (flags, access) => {
  const { stderr } = await serving(flags)
  expect(stderr.text).toBe(
    `calmock: warning: with --allow-host *, any page can use the API by DNS rebinding; control routes ${access}\n`,
  )
})

const reachable =
  /^calmock: warning: 0\.0\.0\.0 is reachable from other machines; everybody may write \(see --auth\), control routes are closed \(see --token\)\n$/

test.each([
  ['0.0.0.0', reachable],
  ['127.0.0.1', /^$/],
  ['localhost', /^$/],
])('--host %s warns only if other machines can connect', async (host, warning) => {
  const { url, stderr } = await serving(['--host', host])
  expect(new URL(url).hostname).toBe(host)
  expect(stderr.text).toMatch(warning)
  expect((await get(`${url}/`)).status).toBe(200)
})

/** An address of this machine that other machines can reach, or one beside 127.0.0.1 that Linux has. */
const otherAddress =
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ??
  (process.platform === 'linux' ? '127.0.0.2' : undefined)

test.skipIf(otherAddress === undefined)(
  'only this machine can connect, unless --host says otherwise',
  async () => {
    const connect = async (flags: string[]): Promise<number | undefined> => {
      const { port } = new URL((await serving(flags)).url)
      const response = fetch(`http://${otherAddress}:${port}/de/cal/events/v1/tags`)
      return response.then(({ status }) => status).catch(() => undefined)
    }
    expect(await connect([])).toBeUndefined()
    expect(await connect(['--host', '0.0.0.0'])).toBe(200)
  },
)

test('--host 0.0.0.0 prints the addresses for other machines, which answer', async () => {
  const { url, stdout } = await serving(['--host', '0.0.0.0'])
  const { port } = new URL(url)
  const printed = [...stdout.text.matchAll(/^ {2}network: (.*)\/$/gm)].map(([, address]) => address)
  const ours = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const expected = ours.filter(({ family, internal }) => family === 'IPv4' && !internal)
  expect(printed).toEqual(expected.map(({ address }) => `http://${address}:${port}`))
  for (const address of printed)
    expect((await fetch(`${address}/de/cal/events/v1/tags`)).status).toBe(200)
})

test('a taken port ends the program with one line that names the port and an alternative', async () => {
  const port = await occupyPort()
  const line = await errorOf(['--port', String(port)], {}, 1)
  expect(line).toBe(`port ${port} is in use; choose another, or --port 0 for a free one`)
})

test.each([
  ['CALMOCK_SEED', '7', /\(seed 7, 60 events, now/],
  ['CALMOCK_EVENTS', '5', /, 5 events, now/],
  ['CALMOCK_EMPTY', '1', /, 0 events, now/],
  ['CALMOCK_EMPTY', 'false', /, 60 events, now/],
  ['CALMOCK_NOW', '2031-05-06T07:08:09Z', /now 2031-05-06\)/],
  ['CALMOCK_SITES', 'fr', /\)\n {2}http:\S+\/fr\/cal\/events\/v1\n {2}dashboard: /],
  ['CALMOCK_ROOT', '/:site/wp-json', /\/hi\/wp-json\/cal\/events\/v1\n/],
  ['CALMOCK_NAMESPACE', 'my/api', /\/hi\/my\/api\n/],
  ['CALMOCK_HOST', 'localhost', /ready on http:\/\/localhost:/],
  ['CALMOCK_LOG_FORMAT', 'json', /^\{"event":"ready",/],
])('the variable %s=%s sets an option', async (name, value, shows) => {
  const { stdout } = await serving([], { [name]: value })
  expect(stdout.text).toMatch(shows)
})

test.each([
  [['--auth', 'ed:abcd efgh', '--auth', 'a:b,c:editor'], {}, ['ed:abcd efgh', 'a:b,c']],
  [[], { CALMOCK_AUTH: 'ed:abcd efgh:editor, a:b' }, ['ed:abcd efgh', 'a:b']],
])('%j and %j add one user each', async (flags, env, pairs) => {
  const { url } = await serving(flags, env)
  for (const pair of [...pairs, 'ed:wrong']) {
    const headers = { authorization: `Basic ${btoa(pair)}` }
    const { status } = await fetch(`${url}/de/cal/events/v1/tags`, { headers })
    expect(status, pair).toBe(pair === 'ed:wrong' ? 401 : 200)
  }
})

test.each(['CALMOCK_PORT', 'PORT'])('the variable %s sets the port', async (name) => {
  const port = String(await occupyPort())
  expect(await errorOf([], { [name]: port }, 1)).toContain(`port ${port} is in use`)
})

test('CALMOCK_PORT takes precedence over PORT', async () => {
  const program = start([], { CALMOCK_PORT: '0', PORT: String(await occupyPort()) })
  await program.stdout.shows(/^calmock ready on /)
})

test.each([
  [
    'flags take precedence over environment variables',
    ['--seed', '8', '--log-format', 'pretty'],
    { PORT: 'x', CALMOCK_SEED: '7', CALMOCK_EVENTS: '5', CALMOCK_LOG_FORMAT: 'json' },
    '(seed 8, 5 events, now ',
  ],
  [
    'an empty variable has no effect',
    [],
    { CALMOCK_SEED: '', CALMOCK_SITES: '', CALMOCK_EMPTY: '' },
    '(seed 1, 60 events, now ',
  ],
])('%s', async (_, argv, env, shows) => {
  expect((await serving(argv, env)).stdout.text).toContain(shows)
})
