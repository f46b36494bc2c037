import { execFile } from 'node:child_process'
import {
  appendFile,
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { persistTo } from '../../src/cli/state-file.ts'
import { createTestMock, over } from '../call.ts'
import { addressOf, ended, start } from './program.ts'
import { storm } from './storm.ts'

const TAGS = '/de/cal/events/v1/tags'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'state-'))
  file = join(folder, 'state.json')
})
afterEach(() => rm(folder, { recursive: true }))

const flagsOf = (more: readonly string[] = []) => [
  '--port',
  '0',
  '--log-format',
  'off',
  '--state',
  file,
  ...more,
]

/**
 * Runs a mock with the state file during an action; returns the result of the action and stderr.
 */
async function withMock<T>(
  act: (url: string) => Promise<T>,
  more: readonly string[] = ['--empty'],
) {
  const program = start(flagsOf(more))
  const done = await act(await addressOf(program))
  program.stop()
  expect(await program.exit).toBe(0)
  return { done, said: program.stderr.text }
}

async function send(
  url: string,
  method: string,
  json?: object,
  headers: Record<string, string> = {},
) {
  const body = json && JSON.stringify(json)
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body && { body }),
  })
  expect(response.ok, await response.clone().text()).toBe(true)
  return response
}

const create = (name: string, headers?: Record<string, string>) => (url: string) =>
  send(url + TAGS, 'POST', { name }, headers)

/** Returns the names of all tags, including unused tags. */
const readTagNames = async (
  url: string,
  headers: Record<string, string> = {},
): Promise<string[]> => {
  const response = await fetch(`${url}${TAGS}?hide_empty=false&per_page=50&orderby=id`, { headers })
  return (await response.json()).tags.map(({ name }: { name: string }) => name)
}

const readNames = (url: string) => readTagNames(url)

const readClock = async (url: string) => (await fetch(`${url}/__calmock/clock`)).json()

describe('the state after a restart', () => {
  test('records of clients still exist, and new IDs continue', async () => {
    const first = await withMock(async (url) => {
      await create('A')(url)
      const { id } = await (await create('B')(url)).json()
      await create('C')(url)
      await send(`${url}${TAGS}/${id}`, 'DELETE')
      return (await (await create('D')(url)).json()).id
    })
    expect((await withMock(readNames)).done).toEqual(['A', 'C', 'D'])
    const { done, said } = await withMock(create('E'))
    expect((await done.json()).id).toBe(first.done + 1)
    expect(said).toBe('')
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  test('changed and deleted seeded records return the same bytes', async () => {
    const all = async (url: string) =>
      (await fetch(`${url}/de/cal/events/v1/events?per_page=50`)).text()
    const at = (text: string) => text.replace(/127\.0\.0\.1:\d+/g, '')
    const first = await withMock(
      async (url) => {
        const { events } = JSON.parse(await all(url))
        await send(`${url}/de/cal/events/v1/events/${events[0].id}`, 'PATCH', { title: 'Anders' })
        await send(`${url}/de/cal/events/v1/events/${events[1].id}`, 'DELETE')
        return all(url)
      },
      ['--events', '20'],
    )
    const second = await withMock(all, ['--events', '20'])
    expect(at(second.done)).toBe(at(first.done))
    expect(second.done).toContain('Anders')
  })

  test('faults, delay and maximum of requests are restored', async () => {
    const readWorld = async (url: string) => (await fetch(`${url}/__calmock/world`)).text()
    const { done } = await withMock(async (url) => {
      await send(`${url}/__calmock/faults`, 'PUT', { faults: ['GET /events 503 10%', '* drop 1%'] })
      await send(`${url}/__calmock/delay`, 'PUT', { delay: '2-5' })
      await send(`${url}/__calmock/requests`, 'PUT', { max: 9 })
      return readWorld(url)
    })
    expect(JSON.parse(done).settings).toEqual({
      ...{ faults: ['GET /events 503 10%', '* drop 1%'], delay: '2-5', maxRequests: 9 },
    })
    expect((await withMock(readWorld)).done).toBe(done)
    await withMock((url) => send(`${url}/__calmock/reset`, 'POST'))
    expect((await withMock(readWorld)).done).not.toContain('settings')
  })

  test('a reset, another scenario and scenarios of the request header are restored', async () => {
    const past = { 'x-calmock-scenario': 'past-only' }
    await withMock(async (url) => {
      await create('Before')(url)
      await send(`${url}/__calmock/reset`, 'POST')
      await create('After')(url)
      await create('Past', past)(url)
    })
    const change = { scenario: 'one' }
    const { done } = await withMock(async (url) => {
      const seen = [await readTagNames(url), await readTagNames(url, past)]
      await send(`${url}/__calmock/scenario`, 'PUT', change)
      await create('One')(url)
      return seen
    })
    expect(done).toEqual([['After'], ['Past']])
    const third = await withMock(async (url) => [
      (await (await fetch(`${url}/__calmock/scenario`)).json()).scenario,
      await readTagNames(url),
    ])
    expect(third.done).toEqual(['one', expect.arrayContaining(['One'])])
  })

  test.each(['one', 'huge', 'empty+one'])(
    'writes with --scenario %s are restored',
    async (scenario) => {
      await withMock(create('Mine'), ['--scenario', scenario])
      expect((await withMock(readTagNames, ['--scenario', scenario])).done).toContain('Mine')
    },
  )

  test('other worlds are lost', async () => {
    await withMock((url) => create('Mine')(`${url}/~mine`))
    expect((await withMock((url) => readTagNames(`${url}/~mine`))).done).toEqual([])
  })

  test('a large state file is compacted without loss', async () => {
    const { done } = await withMock(async (url) => {
      const { id } = await (await create('Big')(url)).json()
      for (let n = 0; n < 60; n++) {
        const text = `${n} ${'x'.repeat(50_000)}`
        await send(`${url}${TAGS}/${id}`, 'PATCH', { description: text })
      }
      return (await readFile(file)).length
    })
    expect(done).toBeLessThan(1_500_000)
    expect((await withMock(readNames)).done).toEqual(['Big'])
  })
})

describe('the clock after a restart', () => {
  const setClock = (change: object) => (url: string) =>
    send(`${url}/__calmock/clock`, 'PUT', change)

  test('a clock that was set shows the same time', async () => {
    await withMock(setClock({ now: '2031-02-03T04:05:06Z' }))
    const { done } = await withMock(readClock)
    expect(done).toEqual({ now: '2031-02-03T04:05:06.000Z', frozen: true })
  })

  test('a running clock has gone on by the time between', async () => {
    const { done: before } = await withMock(async (url) => {
      await setClock({ now: '2031-02-03', frozen: false })(url)
      return { at: Date.now(), ...(await readClock(url)) }
    })
    const { done: after } = await withMock(readClock)
    const passed = Date.parse(after.now) - Date.parse(before.now)
    expect(after.frozen).toBe(false)
    expect(Math.abs(passed - (Date.now() - before.at))).toBeLessThan(1000)
  })

  test('a running clock that passes the year 9000 stops there, and is restored', async () => {
    await withMock(async (url) => {
      await setClock({ now: '9000-12-31T23:59:59Z', frozen: false })(url)
      await expect
        .poll(async () => (await readClock(url)).now, { timeout: 5000 })
        .toMatch(/59\.999Z$/)
      await create('A')(url)
    })
    const { done } = await withMock(async (url) => [await readNames(url), await readClock(url)])
    expect(done).toEqual([['A'], { now: '9000-12-31T23:59:59.999Z', frozen: false }])
  })

  test('a reset returns to the start, also when a write follows', async () => {
    const flags = ['--empty', '--now', '2030-01-07']
    await withMock(setClock({ advance: 'P40D' }), flags)
    await withMock(async (url) => {
      expect((await readClock(url)).now).toBe('2030-02-16T00:00:00.000Z')
      await send(`${url}/__calmock/reset`, 'POST')
      await create('A')(url)
    }, flags)
    expect((await withMock(readClock, flags)).done.now).toBe('2030-01-07T00:00:00.000Z')
  })

  test('a clock that was never moved shows the day of the machine', async () => {
    await withMock(create('A'))
    const { done } = await withMock(readClock)
    expect(done.now).toBe(`${new Date().toISOString().slice(0, 10)}T12:00:00.000Z`)
  })
})

describe('a damaged state file', () => {
  beforeEach(async () => {
    await withMock(async (url) => {
      for (const name of ['A', 'B', 'C']) await create(name)(url)
    })
  })

  test('a truncated last line, as after a kill, loses only that line', async () => {
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.slice(0, -3))
    expect(await withMock(readNames)).toEqual({ done: ['A', 'B'], said: '' })
    await appendFile(file, '{"changes":{"ci')
    await withMock(create('D'))
    expect(await withMock(readNames)).toEqual({ done: ['A', 'B', 'D'], said: '' })
  })

  test.each(['rubbish', '', 'null', '1', '"text"'])(
    'a line %j in the middle is refused in one line, and the file is unchanged',
    async (line) => {
      const lines = (await readFile(file, 'utf8')).split('\n')
      const damaged = lines.with(1, line).join('\n')
      await writeFile(file, damaged)
      expect(await ended(start(flagsOf(['--empty'])))).toEqual({
        code: 1,
        stdout: '',
        stderr: `calmock: cannot restore ${file}: line 2 is damaged; remove it and the lines below, or choose another file\n`,
      })
      expect(await readFile(file, 'utf8')).toBe(damaged)
      expect(await readdir(folder)).toEqual(['state.json'])
    },
  )
})

describe('a snapshot and a state file', () => {
  test('a snapshot of a server is a state file', async () => {
    const { done } = await withMock(async (url) => {
      await create('A')(url)
      await send(`${url}/__calmock/clock`, 'PUT', { now: '2031-02-03' })
      return (await fetch(`${url}/__calmock/world`)).text()
    })
    await writeFile(file, done)
    const read = (url: string) => Promise.all([readNames(url), readClock(url)])
    const restored = [['A'], { now: '2031-02-03T00:00:00.000Z', frozen: true }]
    expect((await withMock(read)).done).toEqual(restored)
    expect((await withMock(read)).done).toEqual(restored)
  })

  test('the first line of a state file is a snapshot', async () => {
    await withMock(create('A'))
    await withMock(readNames)
    const [line = ''] = (await readFile(file, 'utf8')).split('\n')
    await rename(file, `${file}.old`)
    const { done } = await withMock(async (url) => {
      await send(`${url}/__calmock/world`, 'PUT', JSON.parse(line))
      return readNames(url)
    })
    expect(done).toEqual(['A'])
  })
})

describe('errors of --state', () => {
  test.each([
    [['--empty', '--seed', '2'], ', not with --seed 2 --events 0'],
    [['--events', '3'], ', not with --seed 1 --events 3'],
    [['--empty', '--scenario', 'past-only'], ', not with --seed 1 --events 0 --scenario past-only'],
    [['--empty', '--now', '2030-01-07'], '--scenario city and dates around 2030-01-07; choose'],
  ])('calmock rejects a file with %o that was created with other options', async (flags, told) => {
    await withMock(create('A'))
    const before = await readFile(file, 'utf8')
    const { code, stderr } = await ended(start(flagsOf(flags)))
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)])
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await readdir(folder)).toEqual(['state.json'])
  })

  test('calmock rejects a file of another program and leaves it unchanged', async () => {
    await writeFile(file, '{"name":"app"}\n')
    const { code, stderr } = await ended(start(flagsOf()))
    expect([code, stderr]).toEqual([1, expect.stringContaining('is not a state file of calmock')])
    expect(await readFile(file, 'utf8')).toBe('{"name":"app"}\n')
  })

  test('calmock rejects a file in a missing folder', async () => {
    const { code, stderr } = await ended(
      start(['--port', '0', '--state', join(folder, 'none/state.json')]),
    )
    expect([code, stderr]).toEqual([1, expect.stringContaining('cannot write')])
  })

  test('calmock rejects a file in use by another process, until that process has ended', async () => {
    await writeFile(`${file}.lock`, `${process.pid} ${hostname()}`)
    const { code, stderr } = await ended(start(flagsOf()))
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`in use by process ${process.pid} on ${hostname()}`),
    ])
    for (const left of [`999999999 ${hostname()}`, `999999999 ${hostname()}\n`, '']) {
      await writeFile(`${file}.lock`, left)
      await withMock(create(`After ${left.length}`))
    }
    expect(await readdir(folder)).toEqual(['state.json'])
  })
})

describe('the lock', () => {
  test('two processes never own a lock, also if owners end without a release', async () => {
    const worker = join(folder, 'worker.mjs')
    await build({
      entryPoints: ['test/cli/lock-worker.ts'],
      ...{ bundle: true, platform: 'node', format: 'esm', outfile: worker, logLevel: 'error' },
    })
    const run = promisify(execFile)
    const runs = Array.from({ length: 4 }, () => run(process.execPath, [worker, file, '400']))
    const results = (await Promise.all(runs)).map(({ stdout }) => JSON.parse(stdout))
    for (const { shared, failed } of results) expect([shared, failed]).toEqual([0, []])
    expect(results.reduce((sum, { taken }) => sum + taken, 0)).toBeGreaterThan(100)
  })

  test('a lock that is a folder is reported in one line', async () => {
    await mkdir(`${file}.lock`)
    expect(await ended(start(flagsOf()))).toEqual({
      code: 1,
      stdout: '',
      stderr: `calmock: ${file}.lock is a folder; delete it\n`,
    })
  })
})

describe('lines that this version did not write', () => {
  /** Writes lines as formats 1 and 2 did, each after a checksum. */
  const forge = (...lines: readonly string[]) =>
    writeFile(file, lines.map((json) => `0123456789abcdef ${json}\n`).join(''))
  const header = (format: unknown) =>
    JSON.stringify({ calmock: format, seed: 1, events: 0, scenario: 'city', day: '2030-01-07' })
  const world = { seed: 1, events: 0, scenario: 'city', anchor: '2030-01-07T12:00:00.000Z' }
  const state = {
    ...world,
    now: '2031-05-05T12:00:00.000Z',
    frozen: true,
    nextId: 9002,
    records: {},
  }
  const flags = ['--empty', '--now', '2030-01-07']

  test.each([4, 0, '1', null, {}])(
    'a file of format %o is refused in one line and unchanged',
    async (format) => {
      await forge(header(format), '{"later":true}')
      const before = await readFile(file, 'utf8')
      const { code, stderr } = await ended(start(flagsOf(['--empty'])))
      expect([code, stderr]).toEqual([1, expect.stringMatching(/^[^\n]+ has the format [^\n]+\n$/)])
      expect(await readFile(file, 'utf8')).toBe(before)
      expect(await readdir(folder)).toEqual(['state.json'])
    },
  )

  test.each([1, 2])('a file of format %i is restored and rewritten', async (format) => {
    const tag = { ...{ id: 9001, group: 9001, slug: 'old', language: 'de' }, name: 'Old' }
    const row = { ...tag, description: '' }
    const past = { nextId: 9002, records: { tag: { 9001: { ...row, name: 'Past' } } } }
    await forge(
      header(format),
      JSON.stringify({ state: { ...state, copies: { 'past-only': past } } }),
      JSON.stringify({ changes: { city: { nextId: 9002, records: { tag: { 9001: row } } } } }),
    )
    const read = (url: string) =>
      Promise.all([
        readNames(url),
        readTagNames(url, { 'x-calmock-scenario': 'past-only' }),
        readClock(url),
      ])
    const { done, said } = await withMock(read, flags)
    expect(said).toBe('')
    const clock = { now: '2030-01-07T00:00:00.000Z', frozen: true }
    expect(done).toEqual([['Old'], ['Past'], clock])
    expect(await readFile(file, 'utf8')).toMatch(/^\{"calmock":3,/)
    expect((await withMock(read, flags)).done).toEqual(done)
  })

  test.each(['"1"', 'null', '[]'])('a clock with the time %s ends the program', async (base) => {
    await forge(header(1), `{"state":${JSON.stringify(state)},"clock":{"base":${base}}}`)
    const { code, stderr } = await ended(start(flagsOf(flags)))
    expect([code, stderr]).toEqual([1, expect.stringContaining('invalid time of the clock')])
  })

  test.each(['{}', '[]', '{"state":null}', '{"state":{}}', '{"state":{},"changes":null}'])(
    'a line %s ends the program with one line at most',
    async (line) => {
      await forge(header(1), line, '{"changes":{"city":null}}')
      const program = start(flagsOf(flags))
      await Promise.race([program.exit, program.stdout.shows(/ready/)])
      program.stop()
      const { stderr } = await ended(program)
      expect(stderr).toMatch(/^(calmock: cannot restore [^\n]+\n)?$/)
    },
  )

  test('a kind of records named __proto__ is refused, and changes no other object', async () => {
    const records = '{"__proto__":{"polluted":"yes"}}'
    await forge(
      header(2),
      JSON.stringify({ state }),
      `{"changes":{"city":{"nextId":9002,"records":${records}}}}`,
    )
    const { code, stderr } = await ended(start(flagsOf(flags)))
    expect([code, stderr]).toEqual([1, expect.stringContaining('records is "__proto__"')])
    expect({}).not.toHaveProperty('polluted')
  })

  test('an emptied file is reported', async () => {
    await writeFile(file, '')
    const { said } = await withMock(create('A'))
    expect(said).toBe(`calmock: ${file} is empty; starting without saved changes\n`)
    expect((await withMock(readNames)).done).toEqual(['A'])
  })
})

test('reads do not repeat a failed write', async () => {
  await withMock(async (url) => {
    await rename(file, `${file}.away`)
    await mkdir(file)
    await fetch(url + TAGS, { method: 'POST', body: new URLSearchParams({ name: 'B' }) })
    await rmdir(file)
    await readNames(url)
    expect(await readdir(folder)).toEqual(['state.json.away', 'state.json.lock'])
    await rename(`${file}.away`, file)
  })
  expect((await withMock(readNames)).done).toEqual(['B'])
})

test('a request that ends after its state file was closed is not acknowledged', async () => {
  const mock = createTestMock({ empty: true })
  const io = { pid: process.pid, stderr: { write: expect.fail } } as never // all that a state file uses
  const saved = await persistTo(file, { mock, now: undefined, data: undefined, io })
  saved.close()
  const call = over({ ...mock, handle: saved.handle })
  expect((await call('POST', TAGS, { json: { name: 'A' } })).status).toBe(507)
  expect((await withMock(readNames)).done).toEqual([])
})

test('the target of a dangling symbolic link is created', async () => {
  await mkdir(join(folder, 'deep'))
  await symlink('deep/second', file)
  await symlink('../real.json', join(folder, 'deep/second'))
  await withMock(create('A'))
  expect(await readlink(file)).toBe('deep/second')
  expect((await readdir(folder)).sort()).toEqual(['deep', 'real.json', 'state.json'])
  expect((await withMock(readNames)).done).toEqual(['A'])
})

test('a failed write returns 507 and is written with the next one', async () => {
  await withMock(async (url) => {
    await create('A')(url)
    await rename(file, `${file}.away`)
    await mkdir(file)
    const refused = await fetch(url + TAGS, {
      method: 'POST',
      body: new URLSearchParams({ name: 'B' }),
    })
    expect([refused.status, (await refused.json()).code]).toEqual([507, 'calmock_state_unwritten'])
    expect(await readTagNames(url)).toEqual(['A', 'B'])
    await rmdir(file)
    await rename(`${file}.away`, file)
    await create('C')(url)
  })
  expect((await withMock(readNames)).done).toEqual(['A', 'B', 'C'])
})

test('a symbolic link remains, and the permissions of its target are preserved', async () => {
  await withMock(create('A'))
  await rename(file, `${file}.real`)
  await chmod(`${file}.real`, 0o600)
  await symlink(`${file}.real`, file)
  await withMock(create('B'))
  expect(await readlink(file)).toBe(`${file}.real`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await withMock(readNames)).done).toEqual(['A', 'B'])
})

test('a world with a changed clock is restored around the changed day', async () => {
  const flags = ['--empty', '--now', '2030-01-07T12:00:00Z']
  await withMock(async (url) => {
    await send(`${url}/__calmock/clock`, 'PUT', { advance: 'P40D' })
    await send(`${url}/__calmock/scenario`, 'PUT', { scenario: 'city' })
    await create('A')(url)
  }, flags)
  expect((await withMock(readNames, flags)).done).toEqual(['A'])
})

test('a killed program loses no write that it has answered', async () => {
  const { writes, faults, said } = await storm(file, 5)
  expect(faults).toEqual([])
  expect(writes).toBeGreaterThan(20)
  expect(said).toBe('')
}, 60_000)
