import { writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Io } from '../../src/cli/io.ts'
import { useFolder } from '../folder.ts'
import { ended, errorOf, serving, start, type Variables } from './program.ts'

const at = useFolder()

const run = (argv: readonly string[], env: Variables = {}, others: Partial<Io> = {}) =>
  ended(start(argv, env, others))

/** Runs calmock compare and returns its exit code, and the places that differ by route. */
async function compare(argv: readonly string[], env: Variables = {}) {
  const { code, stdout, stderr } = await run(['compare', ...argv, '--json'], env)
  const routes: Record<string, { differences: object }> = JSON.parse(stdout || '{}').routes ?? {}
  const places = Object.entries(routes)
    .map(([route, { differences }]) => [route, Object.keys(differences).sort()] as const)
    .filter(([, found]) => found.length > 0)
  return { code, stdout, stderr, places: Object.fromEntries(places) }
}

/** Serves a handler on a free port. */
async function listen(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo // of a server that listens on a port
  return `http://127.0.0.1:${port}`
}

/** Serves a calmock whose answers are changed, and records the requests. */
async function imitate(
  target: string,
  change: (body: Record<string, unknown>, answer: { url: string; status: number }) => void,
) {
  const requests: { method: string; url: string; headers: IncomingMessage['headers'] }[] = []
  const url = await listen(async (request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, url, headers })
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
    const { authorization = '', 'content-type': type = '' } = headers
    const sent = { ...(authorization && { authorization }), 'content-type': type }
    const answer = await fetch(target + url, { method, headers: sent, ...body })
    const kept = [...answer.headers].filter(([name]) => !/^(content-(enc|len)|transfer)/.test(name))
    const json = JSON.parse((await answer.text()).replaceAll(target, `http://${headers.host}`))
    const changed = { url, status: answer.status }
    change(json, changed)
    response.writeHead(changed.status, Object.fromEntries(kept)).end(JSON.stringify(json))
  })
  return { url, requests }
}

const preset = ['--preset', 'the-events-calendar', '--sites', 'en', '--events', '20']
const neutral = ['--namespace', 'tribe/events/v1', '--sites', 'en', '--now', '2030-01-07T12:00:00Z']

describe('calmock compare between two calmocks', () => {
  test.each([
    ['the defaults', [], '/de'],
    ['events with a password', ['--scenario', 'password'], '/hi'],
    ['scheduled and private events', [...preset.slice(0, 4), '--scenario', 'drafts'], ''],
    ['equal titles and names', ['--scenario', 'duplicates'], '/de'],
    ['events that last all day', ['--scenario', 'today'], '/hi'],
    ['users', ['--auth', 'ada:secret', '--timezone', 'Asia/Tokyo', '--events', '10'], '/hi'],
    ['the preset and another page size', [...preset, '--per-page', '7'], ''],
  ])('with %s all answers are equal, and the exit code is 0', async (_, argv, path) => {
    const { url } = await serving(argv)
    const { code, stderr, stdout, places } = await compare([url + path])
    expect(places).toEqual({})
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout.match(/"equal"/g)?.length).toBe(14)
  })

  test('a venue in another language is a draft of the copy', async () => {
    const { url } = await serving(['--scenario', 'half-translated', '--events', '20'])
    const { code, places } = await compare([`${url}/de`])
    expect(places).toEqual({ 'GET /events': ['value events[].venue.status'] })
    expect(code).toBe(1)
  })

  test('the preset against the default: exactly the documented differences', async () => {
    const { url } = await serving(neutral)
    const { code, places } = await compare([`${url}/en`])
    const unknown = (kind: string) => [`status 404 rest-${kind}-not-found`]
    expect(code).toBe(1)
    const ofAll = ['value total', 'value total_pages'] // of a search that finds nothing
    expect(places).toEqual({
      'GET /': ['shape []'],
      'GET /events': [
        'value events[]',
        'value events[].categories[].taxonomy',
        'value events[].cost_details.currency_code',
        'value events[].description',
        'value events[].excerpt',
        'value headers',
      ],
      'GET /events/{id}': [
        'value categories[].taxonomy',
        'value cost_details.currency_code',
        'value description',
      ],
      'GET /events/by-slug/{slug}': [
        ...unknown('event'),
        'value categories[].taxonomy',
        'value cost_details.currency_code',
      ],
      'GET /venues': [
        'shape next_rest_url',
        'value headers',
        ...ofAll,
        'value venues[]',
        'value venues[].description',
      ],
      'GET /venues/{id}': unknown('venue'),
      'GET /venues/by-slug/{slug}': unknown('venue'),
      'GET /organizers': ['shape next_rest_url', 'value headers', 'value organizers[]', ...ofAll],
      'GET /organizers/{id}': unknown('organizer'),
      'GET /organizers/by-slug/{slug}': unknown('organizer'),
      'GET /categories': ['value categories[]', 'value categories[].taxonomy', 'value headers'],
      'GET /categories/{id}': [...unknown('category'), 'value taxonomy'],
      'GET /tags': ['value headers', 'value tags[]'],
      'GET /tags/{id}': unknown('tag'),
    })
  })

  test('the report in Markdown has what is set aside, and an example of each difference', async () => {
    const { url } = await serving(neutral)
    const { code, stdout, stderr } = await run(['compare', `${url}/en`])
    expect(code).toBe(1)
    expect(stdout).toMatch(/^# \d+ of \d+ answers are equal\n\n/)
    expect(stdout).toMatch(/^- typeOnly: id author date /m)
    expect(stdout).toMatch(/^- ignored: json_ld /m)
    expect(stdout).toMatch(/^## GET \/events: 22 of 45 equal$/m)
    expect(stdout).toMatch(/equal\n\n- 1 × status .*\n- 1 × value (cost_details|categories)/)
    expect(stdout).toContain(
      '- 1 × status 404 rest-tag-not-found, as in /tags/999999999: `404 rest-tag-not-found`, mock `400 rest_invalid_param`\n',
    )
    expect(stderr).toMatch(/^calmock: different: GET \/, GET \/events, /)
  })
})

test('calmock compare finds totals that are missing, lists that _fields empties, another largest page, and another status', async () => {
  const { url } = await serving([...preset, '--auth', 'ada:secret'])
  const service = await imitate(url, (body, answer) => {
    const { searchParams: query, pathname } = new URL(answer.url, url)
    if (answer.status === 401) answer.status = 403
    if (pathname.endsWith('/venues')) delete body.total
    if (/\/tags\/\d+$/.test(pathname)) answer.status = 410
    if (/\/organizers\/\d{1,6}$/.test(pathname)) answer.status = 203
    if (pathname.endsWith('/tags') && query.has('orderby')) body.tags = []
    if (query.get('per_page') === '999' && Array.isArray(body.organizers))
      body.organizers.length = 3
  })
  const { code, places } = await compare([service.url, '--write', service.url])
  expect(code).toBe(1)
  expect(places).toEqual({
    'GET /venues': ['shape total'],
    'GET /organizers': ['value organizers[]'],
    'GET /organizers/{id}': ['status 203'],
    'GET /tags': ['value tags[]'],
    'GET /tags/{id}': ['status 410', 'status 410 rest_invalid_param'],
    'POST /events': ['status 403 rest_forbidden'],
    'POST /venues': ['status 403 rest_forbidden'],
    'POST /organizers': ['status 403 rest_forbidden'],
  })
})

describe('calmock compare and calmock import end with one line and', () => {
  const commands = ['compare', 'import']

  test.each([
    ['no URL', ['no URL'], {}],
    ['another scheme', ['file:///etc/hosts'], {}],
    ['credentials in the address', ['https://ada:secret@example.org'], {}],
    ['a password without encryption', ['http://example.org'], { CALMOCK_REMOTE_USER: 'ada' }],
    ['a name like a private address', ['http://10.example.org'], { CALMOCK_REMOTE_USER: 'ada' }],
  ])('2 for %s', async (_, argv, env) => {
    for (const command of commands)
      expect(await errorOf([command, ...argv], env)).not.toContain('secret')
  })

  test('2 for another address after --write', async () => {
    const argv = ['compare', 'http://localhost:1', '--write', 'http://localhost:2']
    expect(await errorOf(argv)).toBe('--write must repeat the address: --write http://localhost:1')
  })

  test.each(['* drop', 'GET /events 503', 'GET /events malformed', '* truncate', '* 503'])(
    '3 for a service with the fault %s',
    async (fault) => {
      const { url } = await serving(['--fault', fault])
      for (const command of commands)
        expect(await errorOf([command, `${url}/de`], {}, 3)).not.toBe('')
    },
  )

  test.each([
    ['too large', `"${'x'.repeat(8_000_001)}"`, 'more than 8000000 bytes'],
    ['too deep', '['.repeat(100_000) + ']'.repeat(100_000), 'no REST root with an events API'],
    ['no API', '<html>', 'no REST root with an events API'],
  ])('3 for an answer that is %s', async (_, body, message) => {
    const url = await listen((_, response) => response.end(body))
    for (const command of commands) expect(await errorOf([command, url], {}, 3)).toContain(message)
  })

  test('3 after 300 requests of a service whose lists never end', async () => {
    const { url } = await serving(preset)
    const service = await imitate(url, (body, answer) => {
      if (!answer.url.includes('/events?')) return
      answer.status = 200
      body.events = [{ id: service.requests.length }]
      body.total_pages = 1e9
    })
    const error = await errorOf(['import', service.url], {}, 3)
    expect(error).toBe('stopped after 300 requests')
    expect(service.requests.length).toBe(300)
  })
})

test('requests to another service are two a second and name calmock', async () => {
  const { url } = await serving(preset)
  const service = await imitate(url, () => {})
  const pauses: number[] = []
  const pause = async (ms: number) => void pauses.push(ms)
  expect((await run(['import', service.url], {}, { pause })).code).toBe(0)
  expect(pauses).toEqual(service.requests.slice(1).map(() => 500))
  const agents = service.requests.map(({ headers }) => headers['user-agent'])
  expect(new Set(agents)).toEqual(new Set([expect.stringMatching(/^calmock\/\d+\.\d+\.\d+$/)]))
})

const credentials = { CALMOCK_REMOTE_USER: 'ada', CALMOCK_REMOTE_PASSWORD: 'pass"word' }
const basic = Buffer.from('ada:pass"word').toString('base64')

/** Serves an empty site with further records, some of which may repeat the credentials of the request. */
const serveRecords = (
  list: (credentials: string) => Readonly<Record<string, unknown>>,
  pages = 1,
) =>
  listen(({ url = '', headers }, response) => {
    const [path = ''] = url.split('?')
    const [, collection] = /\/tribe\/events\/v1\/(\w+)/.exec(path) ?? []
    const { authorization = '' } = headers
    const root = { namespaces: ['tribe/events/v1'], routes: {}, timezone_string: 'UTC' }
    const lists = list(Buffer.from(authorization.slice(6), 'base64').toString())
    const items = [lists[collection ?? ''] ?? []].flat()
    const page = collection
      ? { [collection]: items, total: items.length, total_pages: pages }
      : root
    response.end(JSON.stringify(page))
  })

/** Every form in which a service may repeat a text. */
const formsOf = (text: string): readonly string[] => [
  text,
  encodeURIComponent(text),
  encodeURIComponent(encodeURIComponent(text)),
  new URLSearchParams({ text }).toString(),
  JSON.stringify({ text }),
  JSON.stringify(JSON.stringify({ text })),
  text.replace(/[^a-z]/gi, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  text.replaceAll('"', '&quot;').replaceAll('ä', '&auml;'),
  text.replace(/\W/g, (char) => `&#${char.charCodeAt(0)};`),
  text.replaceAll('"', '”').replaceAll('-', '–').toUpperCase(),
  ...['', 'a', 'ab'].map((before) => Buffer.from(before + text).toString('base64')),
  Buffer.from(text).toString('base64url'),
]

describe('calmock import and calmock compare print no credentials,', () => {
  const password = 'sec"ret-pä s'
  const env = { CALMOCK_REMOTE_USER: 'ada', CALMOCK_REMOTE_PASSWORD: password }
  /** The letters of the password in the forms above, and the middle of its Base64, whatever is before it. */
  const traces =
    /sec\W*(?:%22|\\+u0022|&\w+;|&#34;|\W+)?ret|c2VjInJl|NlYyJyZX|ZWMicmV0|sec(?:\\*")?…/i

  test.each([
    ['import', []],
    ['compare', []],
    ['compare', ['--json']],
  ])('whatever form of them the service repeats: %s %j', async (command, flags) => {
    const url = await serveRecords((pair) => ({
      venues: [...formsOf(pair), ...formsOf(pair.slice(4))].map((description, n) => ({
        ...{ id: n + 1, venue: `Hall ${n}`, slug: `hall-${n}`, [description]: 1 },
        description: `${'x'.repeat(n)}${description}`,
      })),
      events: [
        { id: 91, title: pair, slug: 'talk', start_date: `${'x'.repeat(72)}${pair.slice(4)}` },
      ],
    }))
    const { stdout, stderr } = await run([command, url, ...flags], env)
    expect(stdout).toContain('[redacted]')
    expect(stderr).toContain('left out data: events[0]')
    expect(stdout + stderr).not.toMatch(traces)
  })

  test.each(['import', 'compare'])('also in an error: %s', async (command) => {
    const url = await listen((_, response) =>
      response.writeHead(301, { location: `/?${encodeURIComponent(password)}` }).end(),
    )
    const { stdout, stderr } = await run([command, url], env)
    expect(stderr).toContain('/?[redacted]; give that URL')
    expect(stdout + stderr).not.toMatch(traces)
  })

  test('also as a number', async () => {
    const password = '20481024'
    const url = await serveRecords(() => ({
      venues: [{ id: 1, venue: 'Hall', slug: 'hall', phone: Number(password), zip: 20481025 }],
    }))
    const { stdout, stderr } = await run(['import', url], {
      ...env,
      CALMOCK_REMOTE_PASSWORD: password,
    })
    expect(stdout + stderr).not.toContain(password)
    expect(stdout + stderr).toContain('20481025')
  })

  test.each(['a', 'the', '!'])(
    'and words with a password as short as %s stay readable',
    async (short) => {
      const url = await serveRecords((pair) => ({
        tags: [{ id: 1, name: 'That other day!', slug: 'day', description: pair }],
      }))
      const { stdout } = await run(['import', url], { ...env, CALMOCK_REMOTE_PASSWORD: short })
      expect(JSON.parse(stdout).tags).toEqual([
        { language: 'en', name: 'That other day!', slug: 'day', description: '[redacted]' },
      ])
    },
  )
})

test.each([
  ['import', []],
  ['compare', []],
  ['compare', ['--json']],
])('calmock %s %j prints no character that controls a terminal', async (command, flags) => {
  const name = 'Hall \u009b2J\u202e\u2028\u001b[31m\u007f'
  const url = await serveRecords(() => ({ venues: [{ id: 1, venue: name, slug: 'hall' }] }))
  const { stdout, stderr } = await run([command, url, ...flags])
  expect(stdout + stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Zl}\p{Bidi_Control}]/u)
  if (command === 'import') expect(JSON.parse(stdout).venues[0].venue).toContain('\u009b2J\u202e')
})

test('calmock import and calmock compare name each of hundreds of rejected records once, in the time of one pass', async () => {
  const events = Array.from({ length: 1000 }, (_, n) => ({
    ...{ id: n + 1, title: `Talk ${n}`, slug: `talk-${n}` },
    ...{ start_date: n % 2 ? '2030-02-01 10:00:00' : 'never', end_date: '2030-02-01 11:00:00' },
  }))
  const url = await serveRecords(() => ({ events }))
  for (const command of ['import', 'compare']) {
    const { stdout, stderr } = await run([command, url])
    expect(stdout, stderr.slice(-300)).not.toBe('')
    const lines = stderr.match(/left out data: events\[\d+\]/g) ?? []
    expect([lines.length, new Set(lines).size]).toEqual([500, 500])
  }
}, 60_000)

test('calmock import ends with one line and 3 after 100 MB of answers', async () => {
  let n = 0
  const description = 'x'.repeat(7_900_000)
  const list = () => ({ venues: [{ id: ++n, venue: `Hall ${n}`, description }] })
  const error = await errorOf(['import', await serveRecords(list, 1e9)], {}, 3)
  expect(error).toBe('stopped after 100000000 bytes in 16 answers')
})

test('other commands do not warn of the credentials for another service', async () => {
  expect((await run(['routes'], credentials)).stderr).toBe('')
})

test('no redirect leads calmock compare to another origin', async () => {
  const requests: string[] = []
  const other = await listen(({ url = '' }, response) => {
    requests.push(url)
    response.end('{}')
  })
  const url = await listen((_, response) => response.writeHead(301, { location: other }).end())
  for (const command of ['compare', 'import'])
    expect(await errorOf([command, url], credentials)).toBe(
      `${url}/ redirects to ${other}; give that URL`,
    )
  expect(requests).toEqual([])
})

describe('calmock compare --write', () => {
  const argv = [...preset, '--auth', 'ada:pass"word']
  const isWrite = ({ method }: { method: string }) => method !== 'GET'

  test('creates, updates and deletes drafts, and leaves nothing', async () => {
    const { url } = await serving(argv)
    const service = await imitate(url, () => {})
    const { code, places, stderr } = await compare(
      [service.url, '--write', service.url],
      credentials,
    )
    expect({ code, places }).toEqual({ code: 0, places: {} })
    expect(stderr).toMatch(/^calmock: the drafts are named calmock compare [\dT:.Z-]+\n$/)
    const methods = service.requests.filter(isWrite).map(({ method }) => method)
    const one = ['POST', 'PATCH', 'PATCH']
    expect(methods).toEqual([...one, ...one, ...one, 'DELETE', 'DELETE', 'DELETE'])
    const headers = { authorization: `Basic ${basic}` }
    for (const collection of ['events', 'venues', 'organizers']) {
      const list = `${url}/wp-json/tribe/events/v1/${collection}?status=publish,draft,pending`
      const text = await (await fetch(list, { headers })).text()
      expect(text).not.toContain('calmock compare')
    }
  })

  test('deletes its draft after Ctrl-C', async () => {
    const { url } = await serving(argv)
    const service = await imitate(url, (_, { status }) => {
      if (status === 201) program.stop()
    })
    const program = start(['compare', service.url, '--write', service.url], credentials)
    const { code, stderr } = await ended(program)
    expect(code).toBe(3)
    expect(stderr).toMatch(/\ncalmock: stopped\n$/)
    expect(stderr).not.toContain('not deleted')
    const writes = service.requests.filter(isWrite)
    expect(writes.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  })

  test('lists what it could not delete', async () => {
    const { url } = await serving([...argv, '--fault', 'DELETE /venues/{id} 503'])
    const { code, stderr } = await run(['compare', url, '--write', url], credentials)
    expect(code).toBe(1)
    expect(stderr).toMatch(/\ncalmock: not deleted: \/venues\/\d+\n/)
    expect(stderr).not.toMatch(/not deleted: \/(events|organizers)/)
  })

  test('touches no record that the answer to its POST does not name', async () => {
    const { url } = await serving(argv)
    const service = await imitate(url, (body, { status }) => {
      if (status === 201)
        Object.assign(body, { title: 'another', venue: 'another', organizer: 'another' })
    })
    const { stderr } = await run(['compare', service.url, '--write', service.url], credentials)
    const methods = service.requests.filter(isWrite).map(({ method }) => method)
    expect(methods).toEqual(['POST', 'POST', 'POST'])
    expect(stderr.match(/not deleted: \/(events|venues|organizers)\/\d+\n/g)?.length).toBe(3)
  })
})

describe('calmock import', () => {
  const fetchList = async (url: string, name: string, query: string): Promise<readonly Row[]> => {
    const path = `/wp-json/tribe/events/v1/${name}?per_page=50&${query}`
    return Object(await (await fetch(url + path)).json())[name]
  }
  type Row = Readonly<Record<string, unknown>>

  /** Returns the events of a service, and its categories with the slugs of their parents. */
  const read = async (url: string) => {
    const dates = 'start_date=2000-01-01&end_date=2100-01-01'
    const [events, categories] = [
      await fetchList(url, 'events', dates),
      await fetchList(url, 'categories', 'hide_empty=false'),
    ]
    return {
      events: events.map(({ title, start_date, timezone, cost, venue, organizer, tags }) => ({
        ...{ title, start_date, timezone, cost, venue: Object(venue).venue },
        organizers: Object.values(Object(organizer)).map((one) => Object(one).organizer),
        tags: Object.values(Object(tags)).map((one) => Object(one).slug),
      })),
      parents: categories.map(({ slug, parent }) => [
        slug,
        categories.find(({ id }) => id === parent)?.slug,
      ]),
    }
  }

  /** Imports the records of a service, and serves them with the options that the import advises. */
  async function copy(url: string, ...flags: readonly string[]) {
    const { code, stdout, stderr } = await run(['import', url, ...flags])
    expect(code).toBe(0)
    await writeFile(at('calendar.json'), stdout)
    const [, argv = ''] =
      /^calmock: names, e-mail addresses and telephone numbers of people were copied; start with: calmock (.*)\n$/.exec(
        stderr,
      ) ?? []
    const copied = await serving(argv.replace('<file>', at('calendar.json')).split(' '))
    return { url: copied.url, data: JSON.parse(stdout), argv }
  }

  test('prints a file with which calmock has the same records, and calmock compare finds no difference', async () => {
    const { url } = await serving(preset)
    const copied = await copy(url)
    expect(copied.argv).toBe(
      '--data <file> --empty --sites en --timezone UTC --preset the-events-calendar',
    )
    const records = await read(url)
    expect(records.events.length).toBe(20)
    expect(records.parents.filter(([, parent]) => parent !== undefined)).not.toEqual([])
    expect(await read(copied.url)).toEqual(records)
    expect(await compare([copied.url])).toMatchObject({ code: 0, places: {} })
  })

  test('creates a category whose parent has a higher ID below its parent', async () => {
    const { url } = await serving(preset)
    const service = await imitate(url, (body) => {
      if (!Array.isArray(body.categories) || body.total === undefined) return
      body.categories = [
        { id: 3, parent: 4, name: 'Indoor', slug: 'indoor' },
        { id: 4, parent: 0, name: 'Sport', slug: 'sport' },
      ]
    })
    const { stdout, stderr } = await run(['import', service.url])
    expect(stderr).not.toContain('warning')
    expect(JSON.parse(stdout).categories).toMatchObject([
      { slug: 'sport' },
      { slug: 'indoor', parent: 'sport' },
    ])
  })

  test('--shift-dates prints dates relative to today', async () => {
    const { url } = await serving([...preset, '--now', '2020-05-01T09:00:00Z'])
    const copied = await copy(url, '--shift-dates')
    expect(copied.data.events.length).toBe(20)
    for (const { start_date } of copied.data.events)
      expect(start_date).toMatch(/^-\d+ days \d\d:\d\d:\d\d$/)
    expect(await read(copied.url)).toEqual(await read(url))
  })

  test('takes values of any type from a service, without a stack trace', async () => {
    const { url } = await serving(preset)
    for (const value of [{ toString: 1 }, [null], 1e308, null, 'x\u0000\u001b[31m']) {
      const service = await imitate(url, (body) => {
        for (const name of ['events', 'venues', 'organizers', 'categories', 'tags'])
          for (const record of [body[name] ?? []].flat())
            for (const key of Object.keys(Object(record)))
              if (key !== 'id') Object.assign(Object(record), { [key]: value })
      })
      const { code, stderr } = await run(['import', service.url, '--shift-dates'])
      expect(code).toBe(0)
      expect(stderr).not.toMatch(/(?!\n)\p{Cc}/u)
    }
  })

  test('leaves out a record that is not valid, with a warning, and what is not published', async () => {
    const { url } = await serving(preset)
    const service = await imitate(url, ({ events }) => {
      if (!Array.isArray(events) || events.length < 2) return
      Object.assign(events[0], { start_date: 'no date' })
      Object.assign(events[1], { status: 'draft' })
    })
    const { code, stdout, stderr } = await run(['import', service.url])
    expect(code).toBe(0)
    expect(stderr).toMatch(/^calmock: warning: left out data: events\[\d+\]: .*start_date/)
    expect(JSON.parse(stdout).events.length).toBe(18)
  })
})

test.each(['import', 'compare'])(
  'calmock %s ends with one line and 3 if a page has 200,000 records',
  async (command) => {
    const venues = Array.from({ length: 200_000 }, () => ({}))
    const error = await errorOf([command, await serveRecords(() => ({ venues }))], {}, 3)
    expect(error).toMatch(/^GET \/venues\?per_page=50&page=1\S* has more than 20000 venues/)
  },
)
