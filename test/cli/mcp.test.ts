import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes.ts'
import { useFolder } from '../folder.ts'
import { ended, serving, spawned, transcript, type Variables } from './program.ts'

const at = useFolder()
const program = fileURLToPath(new URL('../../bin/calmock.js', import.meta.url))

/** Starts `calmock mcp` as a client does, and ends it after the test. */
async function connect(argv: readonly string[] = ['--sites', 'en'], env: Variables = {}) {
  const stderr = transcript()
  const transport = new StdioClientTransport({
    ...{ command: process.execPath, args: [program, 'mcp', ...argv], stderr: 'pipe' },
    ...{ env: env as Record<string, string>, cwd: at('.') },
  })
  transport.stderr?.on('data', (chunk) => stderr.write(`${chunk}`))
  const errors: Error[] = []
  const client = new Client({ name: 'test', version: '1' })
  client.onerror = (error) => void errors.push(error)
  onTestFinished(() => client.close())
  await client.connect(transport)
  const call = async (name: string, args: Readonly<Record<string, unknown>> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: args })
    const [{ text }] = content as [{ text: string }]
    return { text, isError }
  }
  return { client, call, stderr, errors }
}

/** The operations that are tools. */
const operations = Object.values(controlRoutes)
  .flatMap((methods) => Object.values(methods))
  .filter(({ id }) => id !== 'getControlDocument')

test('each control route is a tool with its description and its arguments', async () => {
  const { client, stderr } = await connect()
  const { tools } = await client.listTools()
  const names = operations.map(({ id }) => id)
  expect(tools.map(({ name }) => name)).toEqual(['sendRequest', ...names])
  expect(JSON.stringify(tools)).not.toContain('$ref')
  const { description, annotations, inputSchema } =
    tools.find(({ name }) => name === 'setClock') ?? {}
  expect(description).toContain('Sets the clock, then moves it')
  expect(description).toContain('{"advance":"P1D"}')
  expect(Object.keys(inputSchema?.properties ?? {})).toEqual(['world', 'now', 'advance', 'frozen'])
  expect(annotations).toMatchObject({ readOnlyHint: false })
  expect(tools.find(({ name }) => name === 'deleteWorld')?.inputSchema.required).toEqual(['name'])
  const [, url] = await stderr.shows(/tools for the mock at (http:\S+)/)
  expect(client.getInstructions()).toContain(`${url} with the sites /en/cal/events/v1`)
})

test('each tool with the example of its route does what the route does', async () => {
  const { call, errors } = await connect()
  const { text: snapshot } = await call('getSnapshot')
  for (const { id, key, body, response } of operations) {
    const world = id.toLowerCase()
    await call('setScenario', { world, scenario: 'one' })
    await call('saveCheckpoint', { world, name: 'other' })
    await call('createWorld', { name: 'other' })
    const args = {
      ...(key && { name: 'other' }),
      ...(body && (body.example ?? JSON.parse(snapshot))),
    }
    const { text, isError } = await call(id, { world, ...args })
    expect([text, isError], id).toEqual([
      expect.stringMatching(response ? /^\{"/ : /^Done\.$/),
      false,
    ])
  }
  expect(errors).toEqual([])
})

/** Calls in this order, with a part of their result. */
const calls: readonly (readonly [string, Readonly<Record<string, unknown>>, string])[] = [
  ['sendRequest', { path: '/en/cal/events/v1/events/102?_fields=title' }, 'Blue Hour'],
  ['setClock', { advance: 'P1D' }, '"now":"2030-01-08T12:00:00.000Z"'],
  ['getClock', {}, '"now":"2030-01-08T12:00:00.000Z"'],
  ['setFaults', { faults: ['GET /events 503'] }, '{"faults":["GET /events 503"]}'],
  ['listRequests', { limit: 1, path: '/events/102' }, '"path":"/events/102"'],
  ['resetWorld', {}, 'Done.'],
  ['createWorld', { name: 'mine', scenario: 'one' }, '"name":"mine"'],
  ['listWorlds', {}, '"name":"mine"'],
  ['saveCheckpoint', { name: 'my day' }, '"name":"my day"'],
  ['listCheckpoints', {}, '"action":"POST /__calmock/reset"'],
  ['undo', {}, '"undone":"POST /__calmock/reset"'],
]

test('a tool returns what its route returns, and the next call sees it', async () => {
  const { call, errors } = await connect(['--sites', 'en', '--now', '2030-01-07T12:00:00Z'])
  for (const [name, args, part] of calls) {
    const result = await call(name, args)
    expect(result, name).toEqual({ text: expect.stringContaining(part), isError: false })
  }
  const { text: snapshot } = await call('getSnapshot', { world: 'other' })
  await call('setScenario', { scenario: 'empty' })
  expect(await call('restoreSnapshot', JSON.parse(snapshot))).toMatchObject({ text: 'Done.' })
  expect((await call('getScenario')).text).toBe('{"scenario":"city"}')
  expect(errors).toEqual([])
})

describe('the tool sendRequest', () => {
  test('creates a record in a world, which other worlds do not have', async () => {
    const { call } = await connect()
    const path = '/en/cal/events/v1/venues'
    const created = await call('sendRequest', {
      ...{ method: 'POST', path: `${path}?_fields=slug`, body: { venue: 'New Hall' } },
      world: 'mine',
    })
    expect(created.text).toMatch(/^HTTP 201\n[\s\S]*\n\n\{"slug":"new-hall"\}$/)
    const read = { path: `${path}/by-slug/new-hall` }
    expect((await call('sendRequest', { ...read, world: 'mine' })).text).toMatch(/^HTTP 200\n/)
    expect((await call('sendRequest', read)).text).toMatch(/^HTTP 404\n/)
  })

  test('returns notes in full, and accepts the URL of the mock and headers', async () => {
    const { call, stderr } = await connect()
    const [, url] = await stderr.shows(/tools for the mock at (http:\S+)/)
    const { text } = await call('sendRequest', {
      path: `${url}/en/cal/events/v1/events?serach=jazz`,
      headers: { 'x-calmock-scenario': 'one' },
    })
    expect(text).toContain('did you mean')
    expect(text).toContain('"total":1')
  })

  test('returns at most 60,000 characters, and says how to get less', async () => {
    const { call } = await connect()
    const { text } = await call('sendRequest', { path: '/en/cal/events/v1/events?per_page=50' })
    expect(text.length).toBeGreaterThan(59_800)
    expect(text.length).toBeLessThanOrEqual(60_000)
    expect(text.split('\n').at(-1)).toMatch(/^… the first 59800 of \d{6} characters; ask for less/)
  })

  test('a response that a fault prevents is an error', async () => {
    const { call } = await connect()
    await call('setFaults', { faults: ['* offline'] })
    const result = await call('sendRequest', { path: '/en/cal/events/v1/events' })
    expect(result).toEqual({ text: expect.stringContaining('no answer from http'), isError: true })
  })
})

test.each([
  [
    'setScenario',
    { scenario: 'ctiy' },
    /^400: Invalid scenario "ctiy"; .*; a right body: \{"scenario":"empty"\}/,
  ],
  ['setScenario', {}, /^400: The body is empty; accepted: scenario/],
  [
    'setClock',
    { adavnce: 'P1D' },
    /^invalid arguments "adavnce"; did you mean "advance"\? accepted: world, now, advance/,
  ],
  ['getClock', { world: 'No Name' }, /^400: .*world/],
  ['listRequests', { status: 'bad' }, /^400: Invalid status "bad"/],
  ['deleteWorld', {}, /^missing arguments: name$/],
  ['deleteWorld', { name: 'a/b' }, /^404: .*cannot be deleted/],
  [
    'sendRequest',
    { path: '@example.org/' },
    /^invalid path "@example.org\/"; accepted: a path such/,
  ],
  ['sendRequest', { path: 'https://example.org/' }, /^invalid path "https:/],
])('the error of %s with %j says what is accepted', async (name, args, says) => {
  const { call } = await connect()
  expect(await call(name, args)).toEqual({ text: expect.stringMatching(says), isError: true })
})

test('an unknown tool is an error of the protocol', async () => {
  const { call } = await connect()
  await expect(call('setScenari')).rejects.toThrow(
    'invalid tool "setScenari"; did you mean "setScenario"? accepted: sendRequest',
  )
})

describe('calmock mcp --url', () => {
  test('changes a running mock, also after a restart, and reports that it has ended', async () => {
    const mock = await serving(['--sites', 'de', '--token', 'secret'])
    const { client, call } = await connect(['--url', `${mock.url}/`], { CALMOCK_TOKEN: 'secret' })
    expect(client.getInstructions()).toContain('/de/cal/events/v1')
    await call('setScenario', { scenario: 'empty' })
    const { total } = await (await fetch(`${mock.url}/de/cal/events/v1/events`)).json()
    expect(total).toBe(0)
    mock.stop()
    await mock.exit
    expect(await call('getClock')).toEqual({
      text: `no answer from ${mock.url}/__calmock/clock: ECONNREFUSED`,
      isError: true,
    })
    const again = await serving(['--port', new URL(mock.url).port, '--token', 'secret'])
    expect(again.url).toBe(mock.url)
    expect((await call('getScenario')).text).toBe('{"scenario":"city"}')
  })

  test('a mock with a token, or none at the address, ends the program with one line', async () => {
    const mock = await serving(['--token', 'secret'])
    const run = (...argv: string[]) => ended(spawned(['mcp', ...argv]))
    const closed = await run('--url', mock.url)
    expect(closed).toMatchObject({ code: 1, stdout: '' })
    expect(closed.stderr).toContain(`calmock: ${mock.url} requires its token: `)
    const elsewhere = await run('--url', `${mock.url}/de`)
    expect(elsewhere).toMatchObject({ code: 3, stdout: '' })
    expect(elsewhere.stderr).toMatch(/^calmock: no calmock at http\S+\/de: /)
    mock.stop()
    await mock.exit
    expect(await run('--url', mock.url)).toEqual({
      code: 3,
      stdout: '',
      stderr: `calmock: no answer from ${mock.url}/__calmock/: ECONNREFUSED\n`,
    })
  })

  test('another service at the address ends the program with one line', async () => {
    const other = createServer((_, response) => response.end('{}')).listen(0, '127.0.0.1')
    onTestFinished(() => void other.close())
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { code, stdout, stderr } = await ended(
      spawned(['mcp', '--url', `http://127.0.0.1:${port}`]),
    )
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' })
    expect(stderr).toMatch(/^calmock: no calmock at http[^\n]+\n$/)
  })

  test('a token is not sent unencrypted to a public address', async () => {
    const argv = ['mcp', '--url', 'http://calmock.example', '--token', 'secret']
    expect(await ended(spawned(argv))).toEqual({
      code: 2,
      stdout: '',
      stderr: 'calmock: http://calmock.example would get the token unencrypted; use https\n',
    })
  })

  test('rejects flags of a mock that is not started, and an address that is no URL', async () => {
    const run = (...argv: string[]) => ended(spawned(['mcp', ...argv]))
    const { code, stderr } = await run('--url', 'http://127.0.0.1:1', '--seed', '2')
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'calmock: --url connects to a mock that has its own seed\n',
    })
    expect((await run('--url', 'localhost:4747')).stderr).toContain('a URL such as http://')
  })
})

test('stdout has messages of the protocol alone, whatever a config file prints', async () => {
  await writeFile(at('calmock.config.mjs'), "console.log('loud'); export default { events: 3 }")
  const { call, errors, stderr } = await connect()
  const { text } = await call('sendRequest', { path: '/en/cal/events/v1/events?_fields=total' })
  expect(text).toContain('{"total":3}')
  await stderr.shows(/^loud$/m)
  expect(errors).toEqual([])
})

test.each(['stdin', 'SIGTERM', 'SIGINT'] as const)('%s ends the program with 0', async (end) => {
  const { child, ...program } = spawned(['mcp'])
  const [, url = ''] = await program.stderr.shows(/tools for the mock at (http:\S+)/)
  if (end === 'stdin') child.stdin?.end()
  else child.kill(end)
  expect(await ended(program)).toMatchObject({ code: 0, stdout: '' })
  await expect(fetch(url)).rejects.toThrow()
})

test('a call that is under way when the client closes is answered before the program ends', async () => {
  const { client, call } = await connect(['--sites', 'en', '--delay', '300'])
  const answers = ['102', '103'].map((id) =>
    call('sendRequest', { path: `/en/cal/events/v1/events/${id}?_fields=id` }),
  )
  await Promise.all([client.close(), ...answers])
  expect((await Promise.all(answers)).map(({ text }) => text.split('\n').at(-1))).toEqual([
    '{"id":102}',
    '{"id":103}',
  ])
})

test('the configurations of docs/agents.md start the program', async () => {
  const read = async (name: string): Promise<string[]> => {
    const file = new URL(`../../examples/agents/${name}.json`, import.meta.url)
    const { command, args } = JSON.parse(await readFile(file, 'utf8')).mcpServers.calmock
    expect([command, ...args.slice(0, 2)]).toEqual(['npx', 'calmock', 'mcp'])
    return args.slice(2)
  }
  const { stderr } = await connect(await read('mcp'))
  const [, url = ''] = await stderr.shows(/tools for the mock at (http:\S+)/)
  const flags = await read('mcp-running')
  const { call } = await connect(flags.map((flag) => flag.replace('http://127.0.0.1:4747', url)))
  expect((await call('getHealth')).text).toContain('"status":"ok"')
})
