/** Files of JSON from anyone: they start the program, or end it with one line; none runs, and none changes other objects. */
import { truncate, writeFile } from 'node:fs/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { useFolder } from '../folder.ts'
import { ended, errorOf, start } from './program.ts'

const file = useFolder()

afterEach(() => {
  expect({}).not.toHaveProperty('polluted')
  expect(Object.keys(Object.prototype)).toEqual([])
})

async function write(name: string, content: string | Uint8Array): Promise<string> {
  await writeFile(file(name), content)
  return file(name)
}

const nest = (depth: number, key: string): string =>
  `${`{"${key}":`.repeat(depth)}1${'}'.repeat(depth)}`

/** Starts the program, and stops it when it is ready. Expects one line of error at most, after warnings of ignored fields. Returns that line. */
async function outcome(argv: readonly string[]): Promise<string> {
  const program = start(['--port', '0', '--log-format', 'off', '--empty', ...argv])
  await Promise.race([program.exit, program.stdout.shows(/ready/)])
  program.stop()
  const { code, stderr: lines } = await ended(program)
  const stderr = lines.replace(/^calmock: warning: data: [^\n]{1,2000}\n/gm, '')
  expect([stderr === '' ? 0 : [1, 2]].flat()).toContain(code)
  expect(stderr).toMatch(/^(calmock: [^\n]{1,2000}\n)?$/)
  expect(stderr).not.toMatch(/ at .*:\d+:\d+|\[object |(Type|Range|Reference)Error/)
  return stderr.slice(0, -1)
}

/** Contents that the program does not accept, with a part of the error. */
const refused: readonly (readonly [name: string, content: string | Uint8Array, says: RegExp])[] = [
  ['is empty', '', /Unexpected end/],
  ['is cut', '{\n  "tags": [\n', /Unexpected end/],
  ['is a program', 'console.error("RAN"); module.exports = {}', /Unexpected token/],
  ['is binary', new Uint8Array([0, 255, 254, 1, 2]), /utf-8/],
  ['has 20,000 levels of default', nest(20_000, 'default'), /more than 64 levels/],
  ['has 100,000 levels', `{"events":[{"title":${nest(100_000, 'a')}}]}`, /more than 64 levels/],
  ['has 100,000 lists', '['.repeat(100_000) + ']'.repeat(100_000), /more than 64 levels/],
]

describe.each([
  ['data', '--data', 'records'],
  ['config', '--config', 'config.json'],
  ['scenario', '--scenario', 'scenario.json'],
])('a %s file', (kind, flag, name) => {
  test.each(refused)('that %s is refused', async (_, content, says) => {
    const error = await errorOf(['--port', '0', flag, await write(name, content)])
    expect(error).toMatch(`cannot load ${kind} file ${file(name)}: `)
    expect(error).toMatch(says)
    expect(error).toMatch(/; accepted: JSON in UTF-8 with at most 64 MB and 64 levels$/)
  })
})

test('a data file with a byte order mark is read, and its language is quoted', async () => {
  expect(await outcome(['--data', await write('bom.json', '\uFEFF{"tags":[{"name":"a"}]}')])).toBe(
    '',
  )
  const wrong = await write('wrong.json', '{"events":[{"language":{"toString":1}}]}')
  expect(await outcome(['--data', wrong])).toMatch(
    /^calmock: data: events\[0\]: invalid language "\{"toString":1\}"; accepted: ar, /,
  )
})

test('a data file of more than 64 MB is refused', async () => {
  await truncate(await write('large', ''), 64_000_001)
  expect(await errorOf(['--data', file('large')])).toMatch(/large: it is too large; accepted: /)
})

const hostile = [
  ...[
    'null',
    '1e999',
    '-1',
    '9007199254740993',
    '""',
    '"\\u0000\\ud800"',
    'true',
    '[]',
    '[[]]',
    '{}',
  ],
  ...['{"toString":1}', '[{"toString":1,"valueOf":1}]', '{"__proto__":{"polluted":1}}'],
  ...['{"constructor":{"prototype":{"polluted":1}}}', nest(60, 'default')],
]

/** Returns copies of a text of JSON. In each of them, one value or one key is replaced. */
function mutate(json: string): readonly string[] {
  const tokens = json.split(/("(?:[^"\\]|\\.)*"|\d+|\[\]|\{\})/)
  return tokens.flatMap((token, n) => {
    if (n % 2 === 0) return []
    const isKey = tokens[n + 1]?.startsWith(':')
    const others = isKey ? ['"__proto__"', '"constructor"', '"prototype"', '"x"'] : hostile
    return others.flatMap((other) => (other === token ? [] : tokens.with(n, other).join('')))
  })
}

/** Runs the program with some mutations of a file. A seeded choice: all of them take minutes. */
async function tryMutations(json: string, every: number, run: (text: string) => Promise<string>) {
  const errors = []
  for (const [n, text] of mutate(json).entries()) if (n % every === 0) errors.push(await run(text))
  expect(errors.filter((error) => error !== '').length).toBeGreaterThan(10)
}

test('each value and key of a data file can be replaced by a hostile one', async () => {
  const venue = '{"language":"en","venue":"A","city":"B","geo_lat":1}'
  const event = '{"language":"en","title":"A","start_date":"now","end_date":"now","tags":["x"]'
  const json = `{"venues":[${venue}],"events":[${event},"venue":{"venue":"A"},"organizer":[]}]}`
  await tryMutations(json, 3, async (text) => outcome(['--data', await write('d.json', text)]))
}, 60_000)

test('each value and key of a config file can be replaced by a hostile one', async () => {
  const site =
    '{"scenario":["empty"],"sites":["de","en"],"auth":["a:b"],"fault":["* drop 1%"],"now":"real"'
  const json = `${site},"seed":2,"delay":"1-2","allowHost":["a"],"data":{"tags":[{"name":"x"}]},"token":"x"}`
  await tryMutations(json, 3, async (text) => outcome(['--config', await write('c.json', text)]))
}, 60_000)

test('each value and key of a state file can be replaced by a hostile one', async () => {
  const row = '{"id":6100,"group":6100,"slug":"a","language":"de","name":"A","description":""}'
  const state = `{"seed":1,"events":0,"scenario":"city","anchor":"2030-01-07T12:00:00Z","now":"2030-01-07T12:00:00Z","frozen":false,"nextId":6101,"records":{"tag":{"6100":${row}}},"scenarios":{"one":{"nextId":6101,"records":{}}}}`
  const change = `{"changes":{"city":{"nextId":6101,"records":{"tag":{"6100":${row}}}},"one":{"nextId":6101,"records":{}}},"clock":{"base":1,"since":2},"settings":{"delay":3}}`
  const run = async (text: string): Promise<string> => outcome(['--state', await write('m', text)])
  expect(await run(`${state}\n${change}\n`)).toBe('')
  await tryMutations(state, 4, (text) => run(`${text}\n${change}\n`))
  await tryMutations(change, 4, (text) => run(`${state}\n${text}\n`))
}, 60_000)
