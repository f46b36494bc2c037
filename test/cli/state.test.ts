import { execFile } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { acquireLock } from '../../src/cli/lock.ts'
import { persistTo } from '../../src/cli/state-file.ts'
import { createTestMock, over } from '../call.ts'
import { useFolder } from '../folder.ts'
import { addressOf, ended, start } from './program.ts'
import { storm } from './storm.ts'

const TAGS = '/de/cal/events/v1/tags'

const at = useFolder()
let file: string
beforeEach(() => {
  file = at('state.json')
})
const readState = () => fs.readFile(file, 'utf8')
const listFiles = async () => (await fs.readdir(at())).sort()

const flagsOf = (more: readonly string[] = ['--empty']) => [
  ...['--port', '0', '--log-format', 'off', '--state', file],
  ...more,
]

/** Runs a mock with the state file during an action. Returns the result of the action and stderr. */
async function withMock<T>(act: (url: string) => Promise<T>, more?: readonly string[]) {
  const program = start(flagsOf(more))
  const done = await act(await addressOf(program))
  program.stop()
  expect(await program.exit).toBe(0)
  return { done, said: program.stderr.text }
}

/** Expects that a mock with the state file ends with a code and one line. */
async function expectError(code: number, says: string | RegExp, more?: readonly string[]) {
  const { stdout, stderr, ...program } = await ended(start(flagsOf(more)))
  expect([program.code, stdout]).toEqual([code, ''])
  expect(stderr).toMatch(/^calmock: [^\n]+\n$/)
  expect(stderr).toMatch(says)
}

type Headers = Readonly<Record<string, string>>

const request = (url: string, method: string, json?: object, headers: Headers = {}) =>
  fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(json && { body: JSON.stringify(json) }),
  })

async function send(...args: Parameters<typeof request>) {
  const response = await request(...args)
  expect(response.ok, await response.clone().text()).toBe(true)
  return response
}

const create = (name: string, headers?: Headers) => (url: string) =>
  send(url + TAGS, 'POST', { name }, headers)

const control = (url: string, name: string, json: object) =>
  send(`${url}/__calmock/${name}`, 'PUT', json)

/** Returns the names of all tags, including unused tags. */
const readTagNames = async (url: string, headers: Headers = {}): Promise<string[]> => {
  const response = await fetch(`${url}${TAGS}?hide_empty=false&per_page=50&orderby=id`, { headers })
  return (await response.json()).tags.map(({ name }: { name: string }) => name)
}

const readNames = (url: string) => readTagNames(url)

/** Expects these tags after a restart. */
const expectNames = async (names: readonly string[], more?: readonly string[]) =>
  expect(await withMock(readNames, more)).toEqual({ done: names, said: '' })

const readScenario = async (url: string): Promise<string> =>
  (await (await fetch(`${url}/__calmock/scenario`)).json()).scenario

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
    await expectNames(['A', 'C', 'D'])
    const { done, said } = await withMock(create('E'))
    expect([(await done.json()).id, said]).toEqual([first.done + 1, ''])
    expect(await listFiles()).toEqual(['state.json'])
  })

  test('changed and deleted seeded records return the same bytes', async () => {
    const events = '/de/cal/events/v1/events'
    const all = async (url: string) =>
      (await (await fetch(`${url}${events}?per_page=50`)).text()).replaceAll(new URL(url).host, '')
    const write = async (url: string) => {
      const [first, second] = JSON.parse(await all(url)).events
      await send(`${url}${events}/${first.id}`, 'PATCH', { title: 'Anders' })
      await send(`${url}${events}/${second.id}`, 'DELETE')
      return all(url)
    }
    const { done } = await withMock(write, ['--events', '20'])
    expect(done).toContain('Anders')
    expect((await withMock(all, ['--events', '20'])).done).toBe(done)
  })

  test('faults, delay and maximum of requests are restored', async () => {
    const faults = ['GET /events 503 10%', '* drop 1%']
    const readWorld = async (url: string) => (await fetch(`${url}/__calmock/world`)).text()
    const { done } = await withMock(async (url) => {
      await control(url, 'faults', { faults })
      await control(url, 'delay', { delay: '2-5' })
      await control(url, 'requests', { max: 9 })
      return readWorld(url)
    })
    expect(JSON.parse(done).settings).toEqual({ faults, delay: '2-5', maxRequests: 9 })
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
    const { done } = await withMock(async (url) => {
      const seen = [await readTagNames(url), await readTagNames(url, past)]
      await control(url, 'scenario', { scenario: 'one' })
      await create('One')(url)
      return seen
    })
    expect(done).toEqual([['After'], ['Past']])
    const third = await withMock(async (url) => [await readScenario(url), await readTagNames(url)])
    expect(third.done).toEqual(['one', expect.arrayContaining(['One'])])
  })

  test.each(['one', 'huge', 'empty+one'])(
    'writes with --scenario %s are restored',
    async (name) => {
      await withMock(create('Mine'), ['--scenario', name])
      expect((await withMock(readNames, ['--scenario', name])).done).toContain('Mine')
    },
  )

  test('other worlds are lost', async () => {
    await withMock((url) => create('Mine')(`${url}/~mine`))
    expect((await withMock((url) => readTagNames(`${url}/~mine`))).done).toEqual([])
  })

  test('a large state file is compacted without loss', async () => {
    const { done } = await withMock(async (url) => {
      const { id } = await (await create('Big')(url)).json()
      const long = 'x'.repeat(50_000)
      for (let n = 0; n < 60; n++)
        await send(`${url}${TAGS}/${id}`, 'PATCH', { description: `${n} ${long}` })
      return (await readState()).length
    })
    expect(done).toBeLessThan(4_000_000) // 2.5 MB are steps to undo, and 6 MB were written
    await expectNames(['Big'])
  })
})

describe('the clock after a restart', () => {
  const setClock = (change: object) => (url: string) => control(url, 'clock', change)

  test('a clock that was set shows the same time', async () => {
    await withMock(setClock({ now: '2031-02-03T04:05:06Z' }))
    const { done } = await withMock(readClock)
    expect(done).toEqual({ now: '2031-02-03T04:05:06.000Z', frozen: true })
  })

  test('a running clock has gone on by the time between', async () => {
    await withMock(setClock({ now: '2031-02-03', frozen: false }))
    /** Returns by how much the clock is at least and at most ahead of the clock of the machine. */
    const readLead = async (url: string) => {
      const start = Date.now()
      const { now, frozen } = await readClock(url)
      expect(frozen).toBe(false)
      return { least: Date.parse(now) - Date.now(), most: Date.parse(now) - start }
    }
    const [before, after] = [await withMock(readLead), await withMock(readLead)]
    expect(after.done.least).toBeLessThanOrEqual(before.done.most)
    expect(after.done.most).toBeGreaterThanOrEqual(before.done.least)
  })

  test('a running clock that passes the year 9000 stops there, and is restored', async () => {
    await withMock(async (url) => {
      await setClock({ now: '9000-12-31T23:59:59Z', frozen: false })(url)
      const readNow = async () => (await readClock(url)).now
      await expect.poll(readNow, { timeout: 5000 }).toMatch(/59\.999Z$/)
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
    await fs.writeFile(file, (await readState()).slice(0, -3))
    await expectNames(['A', 'B'])
    await fs.appendFile(file, '{"changes":{"ci')
    await withMock(create('D'))
    await expectNames(['A', 'B', 'D'])
  })

  test('a whole last line that is damaged is refused', async () => {
    await fs.appendFile(file, '{"changes":\n')
    await expectError(1, 'line 5 is damaged')
  })

  test.each(['rubbish', '', 'null', '1', '"text"'])(
    'a line %j in the middle is refused in one line, and the file is unchanged',
    async (line) => {
      const damaged = (await readState()).split('\n').with(1, line).join('\n')
      await fs.writeFile(file, damaged)
      const advice = 'line 2 is damaged; remove it and the lines below, or choose another file'
      await expectError(1, `calmock: cannot restore ${file}: ${advice}\n`)
      expect(await readState()).toBe(damaged)
      expect(await listFiles()).toEqual(['state.json'])
    },
  )
})

describe('a snapshot and a state file', () => {
  test('a snapshot of a server is a state file', async () => {
    const { done } = await withMock(async (url) => {
      await create('A')(url)
      await control(url, 'clock', { now: '2031-02-03' })
      return (await fetch(`${url}/__calmock/world`)).text()
    })
    await fs.writeFile(file, done)
    const read = (url: string) => Promise.all([readNames(url), readClock(url)])
    const restored = [['A'], { now: '2031-02-03T00:00:00.000Z', frozen: true }]
    expect((await withMock(read)).done).toEqual(restored)
    expect((await withMock(read)).done).toEqual(restored)
  })

  test('the first line of a state file is a snapshot', async () => {
    await withMock(create('A'))
    await withMock(readNames)
    const [line = ''] = (await readState()).split('\n')
    await fs.rename(file, `${file}.old`)
    await withMock((url) => control(url, 'world', JSON.parse(line)))
    await expectNames(['A'])
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
    const before = await readState()
    await expectError(2, told, flags)
    expect(await readState()).toBe(before)
    expect(await listFiles()).toEqual(['state.json'])
  })

  test('calmock rejects a file of another program and leaves it unchanged', async () => {
    await fs.writeFile(file, '{"name":"app"}\n')
    await expectError(1, 'is not a state file of calmock')
    expect(await readState()).toBe('{"name":"app"}\n')
  })

  test('calmock rejects a file in a missing folder', async () => {
    file = at('none/state.json')
    await expectError(1, `cannot write ${file}: the folder ${at('none')} does not exist`)
  })

  test('calmock rejects a file in use by another process, until that process has ended', async () => {
    await fs.writeFile(`${file}.lock`, `${process.pid}`)
    const advice = `stop that process, choose another file, or, if it is another program, delete ${file}.lock`
    await expectError(1, `${file}.lock is in use by process ${process.pid}; ${advice}\n`)
    for (const left of ['999999999 an-id', '999999999\n', '']) {
      await fs.writeFile(`${file}.lock`, left)
      await withMock(create(`After ${left.length}`))
    }
    expect(await listFiles()).toEqual(['state.json'])
  })
})

describe('the lock', () => {
  test('two processes never own a lock, also if owners end without a release', async () => {
    const worker = at('worker.mjs')
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

  test('of an ended process with the same number is replaced, as in a new container', async () => {
    await fs.writeFile(`${file}.lock`, `${process.pid} an-id`)
    const mock = createTestMock({ empty: true })
    const io = { pid: process.pid, stderr: { write: expect.fail } } as never // a state file uses nothing else
    const saved = await persistTo(file, { mock, now: undefined, data: undefined, io })
    saved.close()
    expect(await listFiles()).toEqual(['state.json'])
  })

  test('of a process of another user is kept, and the message says what to do', async () => {
    await fs.writeFile(`${file}.lock`, '999999999 an-id')
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
    })
    onTestFinished(() => kill.mockRestore())
    expect(() => acquireLock(file, process.pid)).toThrow(`another program, delete ${file}.lock`)
    expect(await listFiles()).toEqual(['state.json.lock'])
  })

  test('once it is lost, its owner saves nothing more, and says so', async () => {
    await withMock(async (url) => {
      await create('A')(url)
      await fs.writeFile(`${file}.lock`, '999999999 an-id')
      const refused = await request(url + TAGS, 'POST', { name: 'B' })
      expect([refused.status, await refused.text()]).toEqual([
        507,
        expect.stringContaining('has lost the lock of the file; restart it'),
      ])
    })
    await expectNames(['A'])
  })

  test('and the file are never written through a link', async () => {
    await fs.writeFile(at('victim'), 'mine')
    await fs.symlink('victim', `${file}.new`)
    await withMock(create('A'))
    await fs.symlink('victim', `${file}.lock`)
    await withMock(create('B'))
    expect(await fs.readFile(at('victim'), 'utf8')).toBe('mine')
    expect((await fs.lstat(file)).isFile()).toBe(true)
  })

  test.each(['removed', 'replaced by a link'])(
    'a file that is %s while the program runs is written anew by the next write, and no link is followed',
    async (change) => {
      await fs.writeFile(at('victim'), 'mine')
      await withMock(async (url) => {
        await create('A')(url)
        await fs.rm(file)
        if (change !== 'removed') await fs.symlink('victim', file)
        expect((await request(url + TAGS, 'POST', { name: 'B' })).status).toBe(507)
        await create('C')(url)
      })
      expect(await fs.readFile(at('victim'), 'utf8')).toBe('mine')
      await expectNames(['A', 'C'])
    },
  )

  test('would not protect a file with two hard links, which is refused', async () => {
    await withMock(create('A'))
    await fs.link(file, at('second'))
    await expectError(1, `calmock: ${file} has 2 hard links; use a copy of it\n`)
    await fs.rm(at('second'))
    await expectNames(['A'])
  })

  test('is not created for links that point to each other', async () => {
    await fs.symlink('state.json', at('second'))
    await fs.symlink('second', file)
    await expectError(1, `cannot read ${file}: ELOOP`)
  })

  test('a lock that is a folder is reported in one line', async () => {
    await fs.mkdir(`${file}.lock`)
    await expectError(1, `calmock: cannot read ${file}: EISDIR`)
  })
})

describe('lines that this version did not write', () => {
  const forge = (...lines: readonly string[]) =>
    fs.writeFile(file, lines.map((json) => `${json}\n`).join(''))
  const world = { seed: 1, events: 0, scenario: 'city', anchor: '2030-01-07T12:00:00.000Z' }
  const from = { seed: 1, events: 0, scenario: 'city', day: '2030-01-07' }
  const time = { now: '2031-05-05T12:00:00.000Z', frozen: true }
  const state = { start: from, ...world, ...time, nextId: 9002, records: {} }
  const header = (others: object = {}) => JSON.stringify({ calmock: 1, ...state, ...others })
  const flags = ['--empty', '--now', '2030-01-07']

  test.each([2, 0, '1', null, {}])(
    'a file of format %o is refused in one line and unchanged',
    async (format) => {
      await forge(header({ calmock: format }), '{"later":true}')
      const before = await readState()
      await expectError(1, ' has the format ')
      expect(await readState()).toBe(before)
      expect(await listFiles()).toEqual(['state.json'])
    },
  )

  test.each(['"1"', 'null', '[]'])('a clock with the time %s ends the program', async (base) => {
    await forge(header({ clock: { base: JSON.parse(base) } }))
    await expectError(1, 'invalid time of the clock', flags)
  })

  test.each(['{}', '[]', '{"state":null}', '{"state":{}}', '{"state":{},"changes":null}'])(
    'a line %s ends the program with one line at most',
    async (line) => {
      await forge(header(), line, '{"changes":{"city":null}}')
      const program = start(flagsOf(flags))
      await Promise.race([program.exit, program.stdout.shows(/ready/)])
      program.stop()
      const { stderr } = await ended(program)
      expect(stderr).toMatch(/^(calmock: cannot restore [^\n]+\n)?$/)
    },
  )

  test('a kind of records named __proto__ is refused, and changes no other object', async () => {
    const city = '{"nextId":9002,"records":{"__proto__":{"polluted":"yes"}}}'
    await forge(header(), `{"changes":{"city":${city}}}`)
    await expectError(1, 'records is "__proto__"', flags)
    expect({}).not.toHaveProperty('polluted')
  })

  test('an emptied file is reported', async () => {
    await fs.writeFile(file, '')
    const { said } = await withMock(create('A'))
    expect(said).toBe(`calmock: ${file} is empty; starting without saved changes\n`)
    await expectNames(['A'])
  })
})

test('reads do not repeat a failed write', async () => {
  await withMock(async (url) => {
    await fs.rename(file, `${file}.away`)
    await fs.mkdir(file)
    await request(`${url}/__calmock/scenario`, 'PUT', { scenario: 'one' })
    await fs.rmdir(file)
    await readNames(url)
    expect(await listFiles()).toEqual(['state.json.away', 'state.json.lock'])
    await fs.rename(`${file}.away`, file)
  })
  expect((await withMock(readScenario)).done).toBe('one')
})

test('a request that ends after its state file was closed is not acknowledged', async () => {
  const mock = createTestMock({ empty: true })
  const io = { pid: process.pid, stderr: { write: expect.fail } } as never // a state file uses nothing else
  const saved = await persistTo(file, { mock, now: undefined, data: undefined, io })
  saved.close()
  const call = over(saved)
  expect((await call('POST', TAGS, { json: { name: 'A' } })).status).toBe(507)
  await expectNames([])
})

test('the target of a dangling symbolic link is created', async () => {
  await fs.mkdir(at('deep'))
  await fs.symlink('deep/second', file)
  await fs.symlink('../real.json', at('deep/second'))
  await withMock(create('A'))
  expect(await fs.readlink(file)).toBe('deep/second')
  expect(await listFiles()).toEqual(['deep', 'real.json', 'state.json'])
  await expectNames(['A'])
})

test('a change of the scenario that is not saved returns 507, and is saved with the next write', async () => {
  await withMock(async (url) => {
    await create('A')(url)
    await fs.rename(file, `${file}.away`)
    await fs.mkdir(file)
    const scenario = `${url}/__calmock/scenario`
    const refused = await request(scenario, 'PUT', { scenario: 'past-only' })
    expect([refused.status, (await refused.json()).code]).toEqual([507, 'calmock_state_unwritten'])
    expect(await readScenario(url)).toBe('past-only')
    await fs.rmdir(file)
    await fs.rename(`${file}.away`, file)
    await create('C')(url)
  })
  expect((await withMock(readScenario)).done).toBe('past-only')
  await expectNames(['C'])
})

test('a symbolic link remains, and the permissions of its target are preserved', async () => {
  await withMock(create('A'))
  await fs.rename(file, `${file}.real`)
  await fs.chmod(`${file}.real`, 0o600)
  await fs.symlink(`${file}.real`, file)
  await withMock(create('B'))
  expect(await fs.readlink(file)).toBe(`${file}.real`)
  expect((await fs.stat(file)).mode & 0o777).toBe(0o600)
  await expectNames(['A', 'B'])
})

test('a world with a changed clock is restored around the changed day', async () => {
  const flags = ['--empty', '--now', '2030-01-07T12:00:00Z']
  await withMock(async (url) => {
    await control(url, 'clock', { advance: 'P40D' })
    await control(url, 'scenario', { scenario: 'city' })
    await create('A')(url)
  }, flags)
  await expectNames(['A'], flags)
})

test('a killed program loses no write that it has answered', async () => {
  const { rounds, faults, said } = await storm(file, 5)
  expect({ rounds, faults, said }).toEqual({ rounds: 5, faults: [], said: '' })
}, 60_000)
