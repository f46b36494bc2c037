import { type StdioOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { useFolder } from '../folder.ts'
import { run } from '../packed.ts'
import { addressOf, ended, spawned } from './program.ts'

const at = useFolder()

test('node bin/calmock.js prints the ready line on stdout and logs on stderr', async () => {
  const program = spawned(['--port', '0', '--now', '2026-11-21T08:00:00Z'])
  const url = await addressOf(program)
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  const response = await fetch(`${url}/de/cal/events/v1/venues`)
  expect(response.status).toBe(200)
  await program.stderr.shows(/^GET \/de\/cal\/events\/v1\/venues 200 \d+\.\d ms\n$/)
  program.child.kill('SIGTERM')
  expect((await ended(program)).stdout).toBe(
    [
      `calmock ready on ${url} (seed 1, 60 events, now 2026-11-21)`,
      `  ${url}/en/cal/events/v1`,
      `  ${url}/hi/cal/events/v1`,
      `  ${url}/de/cal/events/v1`,
      `  ${url}/zh-hans/cal/events/v1`,
      `  dashboard: ${url}/`,
      '',
    ].join('\n'),
  )
})

test('the program reads letters and marks of every script as a mock in a program does', async () => {
  const url = await addressOf(spawned(['--port', '0', '--sites', 'en']))
  const { fetch: fetchMock } = createCalmock({ sites: ['en'] })
  const names = ['Âme™ fête', 'Ço‼ va…', 'Tanz – “Blau”', '花火！大会。', 'मेला।']
  const readSlugs = (send: typeof fetch, origin: string) =>
    Promise.all(
      names.map(async (name) => {
        const body = new URLSearchParams({ name })
        const response = await send(`${origin}/en/cal/events/v1/tags`, { method: 'POST', body })
        return (await response.json()).slug
      }),
    )
  const slugs = await readSlugs(fetch, url)
  expect(slugs[0]).toBe('ame-fete')
  expect(slugs).toEqual(await readSlugs(fetchMock, 'http://localhost'))
})

test('the program reads the environment variables of its process', async () => {
  const program = spawned(['--seed', '8'], { PORT: '0', CALMOCK_SEED: '7', CALMOCK_EVENTS: '3' })
  await program.stdout.shows(/^calmock ready on \S+ \(seed 8, 3 events, now /)
})

test('--log-format json prints the process ID', async () => {
  const program = spawned(['--port', '0', '--log-format', 'json'])
  const url = await addressOf(program)
  const ready = { event: 'ready', url, port: Number(new URL(url).port), pid: program.child.pid }
  expect(JSON.parse(program.stdout.text)).toEqual(ready)
})

test('the program continues after its output pipes are closed', async () => {
  const { child, exit, ...program } = spawned(['--port', '0'])
  const url = await addressOf({ ...program, exit })
  child.stdout?.destroy()
  child.stderr?.destroy()
  for (const path of ['', 'hi/cal/events/v1', 'de/cal/events/v1']) {
    expect((await fetch(`${url}/${path}`)).status).toBe(200)
  }
  child.kill('SIGTERM')
  expect(await exit).toBe(0)
})

const program = fileURLToPath(new URL('../../bin/calmock.js', import.meta.url))

test('a signal ends the program also where nobody reads its log', async () => {
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'] // nothing listens to the third
  const child = spawn(process.execPath, [program, '--port', '0'], { stdio })
  onTestFinished(() => void child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  const [ready] = await once(child.stdout as Readable, 'data')
  const [url] = /http:\S+/.exec(`${ready}`) ?? []
  const path = `${url}/de/cal/events/v1/tags?search=${'x'.repeat(3000)}`
  for (let n = 0; n < 600; n++) await (await fetch(path)).arrayBuffer()
  child.kill('SIGTERM')
  expect(await exit).toEqual([0, null])
})

test.skipIf(!existsSync('/dev/full'))(
  'output that cannot be written ends the program with one line',
  async () => {
    const fd = openSync('/dev/full', 'w')
    onTestFinished(() => closeSync(fd))
    const argv = [program, 'export', '--format', 'world']
    const child = spawn(process.execPath, argv, { stdio: ['ignore', fd, 'pipe'] })
    const [stderr, [code]] = await Promise.all([
      text(child.stderr as Readable),
      once(child, 'close'),
    ])
    expect([stderr, code]).toEqual([
      'calmock: cannot write the output: ENOSPC: no space left on device, write\n',
      1,
    ])
  },
)

/** States that a connection may be in when the program ends. */
const clients = [
  { client: 'no client', sends: undefined, answered: false },
  { client: 'a silent connection', sends: '', answered: false },
  { client: 'half a head', sends: 'GET / HTTP/1.1\r\nHo', answered: false },
  {
    client: 'half a body',
    sends:
      'POST /de/cal/events/v1/tags HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\nExpect: 100-continue\r\n\r\n',
    answered: true,
  },
  {
    client: 'a request that waits for its response',
    sends: 'GET /de/cal/events/v1/tags HTTP/1.1\r\nHost: x\r\nX-Calmock-Fault: timeout\r\n\r\n',
    answered: false,
  },
  { client: 'a connection kept alive', sends: 'GET / HTTP/1.1\r\nHost: x\r\n\r\n', answered: true },
]

const endings = ['SIGTERM', 'SIGINT'].flatMap((signal) =>
  clients.map((row) => ({ signal: signal as NodeJS.Signals, ...row })),
)

test.each(endings)('$signal ends the program within a second, with $client', async (row) => {
  const program = spawned(['--port', '0'])
  const url = await addressOf(program)
  if (row.sends !== undefined) await openSocket(url, row.sends, row.answered)
  const start = performance.now()
  program.child.kill(row.signal)
  expect(await program.exit).toBe(0)
  expect(performance.now() - start).toBeLessThan(1000)
  expect(program.stderr.text).not.toMatch(/error/i)
})

/** Opens a socket to the program, sends the text and waits for a response where one is expected. */
async function openSocket(url: string, sends: string, answered: boolean): Promise<void> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => {}) // the program may reset the connection when it ends
  const answer = new Promise((resolve) => socket.once('data', resolve))
  await new Promise<void>((resolve) => socket.once('connect', resolve))
  await new Promise<void>((resolve) => socket.write(sends, () => resolve()))
  if (answered) await answer
}

test.each([
  [['serv'], 2, /^calmock: invalid command "serv"; did you mean serve\? accepted: serve, .+\n$/],
  [['--host', '203.0.113.1', '--port', '0'], 1, /^calmock: 203\.0\.113\.1 .+\n/],
])('node bin/calmock.js %j exits with %i and prints one line', async (argv, code, says) => {
  const program = await ended(spawned(argv))
  expect(program).toEqual({ code, stdout: '', stderr: expect.stringMatching(says) })
})

test('--open opens the start page in the browser', async () => {
  const opened = at('opened')
  for (const name of ['xdg-open', 'open'])
    await writeFile(at(name), `#!/bin/sh\necho "$1" > ${opened}\n`, { mode: 0o755 })
  const PATH = `${at()}:${process.env.PATH}`
  const url = await addressOf(spawned(['--port', '0', '--open'], { PATH }))
  await vi.waitFor(async () => expect(await readFile(opened, 'utf8')).toBe(`${url}\n`), 10_000)
})

test('--open without a browser prints a warning, and the mock is served', async () => {
  const program = spawned(['--port', '0', '-o', '--log-format', 'off'], { PATH: '/nowhere' })
  const url = await addressOf(program)
  await program.stderr.shows(/^calmock: warning: cannot open a browser: .*ENOENT\n$/)
  expect((await fetch(url)).status).toBe(200)
})

test.each(['mjs', 'cjs', 'ts'])(
  'an error in a handler file with the extension %s is reported in one line with its position',
  async (extension) => {
    const file = at(`broken.${extension}`)
    await writeFile(file, 'const a = 1\n\nthrow new Error("a slip")\n')
    const { code, stderr } = await ended(spawned(['--handlers', file, '--port', '0']))
    const message = `cannot load handler file ${file}: ${file}:3:7: a slip`
    expect([code, stderr]).toEqual([2, `calmock: ${message}\n`])
  },
)

test.each(['--help', '--version', 'routes'])(
  'node bin/calmock.js %s exits with 0',
  async (word) => {
    const { stdout, ...rest } = await ended(spawned([word]))
    expect(rest).toEqual({ code: 0, stderr: '' })
    expect(stdout).not.toBe('')
  },
)

test('worlds and scenarios of any number fit into a heap of 128 MB with --max-memory 24', async () => {
  const program = spawned(['--port', '0', '--events', '400', '--max-memory', '24'], {
    NODE_OPTIONS: '--max-old-space-size=128',
  })
  const url = await addressOf(program)
  const scenarios = ['rtl', 'long-text', 'all-day', 'pseudo', 'city']
  for (let n = 0; n < 75; n++) {
    const list = `${url}/~w${n}/de/cal/events/v1/events?per_page=50`
    const headers = { 'x-calmock-scenario': scenarios[n % scenarios.length] ?? '' }
    expect((await fetch(list, { headers })).status).toBe(200)
  }
  expect((await fetch(`${url}/__calmock/health`)).status).toBe(200)
}, 200_000)

test('logs of long requests in any number of worlds fit into a heap of 128 MB with --max-memory 24', async () => {
  const flags = ['--port', '0', '--sites', 'de', '--max-memory', '24', '--log-format', 'off']
  const program = spawned(flags, { NODE_OPTIONS: '--max-old-space-size=128' })
  const url = await addressOf(program)
  const long = 'x'.repeat(15_500)
  for (let n = 0; n < 12_000; n += 8) {
    const path = `/~w${Math.floor(n / 200)}/de/cal/events/v1/tags/1?q=${long}`
    const send = () => fetch(url + path, { headers: { 'x-long': long } })
    const statuses = (await Promise.all(Array.from({ length: 8 }, send))).map((r) => r.status)
    expect(new Set(statuses)).toEqual(new Set([404]))
  }
}, 200_000)

/** Lets a program believe that its error stream is a terminal. */
const onTerminal = { NODE_OPTIONS: '--import=data:text/javascript,process.stderr.isTTY=true' }
const many = ['--events', '100000']

describe.each(['SIGINT', 'SIGTERM'] as const)('%s', (signal) => {
  test('ends calmock export while it generates records, and leaves nothing behind', async () => {
    const program = spawned(['export', at('mock'), ...many], onTerminal)
    await program.stderr.shows(/^\rcalmock: generating, 0 %/)
    program.child.kill(signal)
    await program.exit
    expect(program.child.signalCode).toBe(signal)
    expect(await readdir(at())).toEqual([])
  })

  test('ends calmock serve while it generates records', async () => {
    const program = spawned(['--port', '0', ...many], onTerminal)
    const url = await addressOf(program)
    const list = fetch(`${url}/de/cal/events/v1/events`)
    await program.stderr.shows(/^calmock: generating 100000 records of kind event in de\n/)
    program.child.kill(signal)
    await Promise.all([program.exit, expect(list).rejects.toThrow()])
    expect(program.child.signalCode).toBe(signal)
  })

  test('closes a server that has generated records, which prints no progress into a file', async () => {
    const program = spawned(['--port', '0', '--events', '10000'])
    const url = await addressOf(program)
    for (const path of ['events', 'tags'])
      await (await fetch(`${url}/de/cal/events/v1/${path}`)).text()
    await program.stderr.shows(/tags 200 /)
    program.child.kill(signal)
    expect(await program.exit).toBe(0)
    expect(program.stderr.text).toMatch(/^(GET [^\n]+\n){2}$/)
  })
})

test.skipIf(process.platform === 'win32')(
  'calmock init leaves no empty file on a full disk',
  async () => {
    const init = `'${process.execPath}' '${program}' init`
    const command = `trap '' XFSZ; ulimit -f 0; exec ${init}`
    const { code, stderr } = await run('bash', ['-c', command], at())
    expect(code).toBe(1)
    expect(stderr).toMatch(/^calmock: cannot write calmock\.config\.\w+: EFBIG: [^\n]+\n$/)
    expect(await readdir(at())).toEqual([])
  },
)
