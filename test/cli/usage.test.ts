import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { version } from '../../src/cli/main.ts'
import type { OptionEntry } from '../../src/options/option-types.ts'
import { configOptions } from '../../src/options/serve-options.ts'
import { useFolder } from '../folder.ts'
import { ended, errorOf, start } from './program.ts'

test.each([
  ['--prot 0', "unknown option '--prot'; did you mean --port?"],
  ['serve --event 9', "unknown option '--event'; did you mean --events?"],
  ['--max-per-pag 9', "unknown option '--max-per-pag'; did you mean --max-per-page?"],
  ['--xyzzy', "unknown option '--xyzzy'"],
  ['routes --jsn', "unknown option '--jsn'; did you mean --json?"],
  ['routes --seed 1', "unknown option '--seed'"],
])('calmock %s is rejected with the nearest flag', async (argv, says) => {
  expect(await errorOf(argv.split(' '))).toBe(says)
})

test.each([
  [
    '--scenario emtpy',
    /^invalid --scenario "emtpy"; did you mean "empty"\? accepted: city, empty, /,
  ],
  ['--scenario city+rlt', /^invalid --scenario "rlt"; did you mean "rtl"\? accepted: city, /],
  ['--sites de,EN', /^invalid --sites "EN"; did you mean "en"\? accepted: ar, zh-hans, en, /],
  ['--preset events-calendar', /^invalid --preset "events-calendar"; did you mean "the-events-/],
  ['--log-format jsno', /^invalid --log-format "jsno"; did you mean "json"\? accepted: pretty, /],
  ['--now now', /^invalid --now "now"; accepted: today, real, an instant /],
  ['--public-url x', /^invalid --public-url "x"; accepted: a URL such as /],
  ['--strict=maybe', /^unknown option '--strict=maybe'/],
  ['--strict maybe', /^too many arguments for 'serve'/],
  ['--stirct=maybe', /^unknown option '--stirct=maybe'/],
])('calmock %s names the flag, and the nearest or the accepted value', async (argv, says) => {
  expect(await errorOf([...argv.split(' '), '--port', '0'])).toMatch(says)
})

test('the error for a variable does not name the flag', async () => {
  expect(await errorOf(['--port', '0'], { CALMOCK_NOW: 'now' })).toMatch(/^invalid now "now"; /)
})

test('a config file that breaks its JSON is reported with line and column', async () => {
  for (const [text, says] of brokenJson) {
    await writeFile(file('broken.json'), text)
    const line = await errorOf(['--port', '0', '--config', file('broken.json')])
    expect(line).toContain(`broken.json: ${says}`)
    expect(line).not.toContain('position')
  }
})

test.each([
  ['serv', /^invalid command "serv"; did you mean serve\? accepted: serve, .*help$/],
  ['exprt', /^invalid command "exprt"; did you mean export\? /],
  [
    './mine.json',
    /^invalid command ".\/mine\.json"; did you mean calmock --data \.\/mine\.json\? /,
  ],
  ['8080', /^invalid command "8080"; did you mean calmock --port 8080\? accepted: serve, /],
  ['--lang de', /^unknown option '--lang'; did you mean --sites\?$/],
  ['serve --language de', /^unknown option '--language'; did you mean --sites\?$/],
  ['zzzzzz', /^invalid command "zzzzzz"; accepted: serve, export, .*help$/],
  ['serv --json', /^invalid command "serv"; did you mean serve\? accepted: serve, export, .*help$/],
  ['--port 0 x', /^too many arguments for 'serve'. Expected 0 arguments but got 1.$/],
  ['a\nb', /^invalid command "a b"; accepted: serve, export, routes, .*help$/],
  ['help serv', /^invalid command "serv"; did you mean serve\? accepted: serve, export, routes/],
  ['serve now', /^too many arguments for 'serve'. Expected 0 arguments but got 1.$/],
  ['routes all', /^too many arguments for 'routes'. Expected 0 arguments but got 1.$/],
])('calmock %j is rejected with the accepted words', async (argv, says) => {
  expect(await errorOf(argv.split(' '))).toMatch(says)
})

const file = useFolder()

/** Broken JSON with the start of the error: V8 names the position of some errors only. */
const brokenJson = [
  ['{\n  "seed": 1,\n}\n', 'line 3, column 1: Expected double-quoted property name; accepted: '],
  ['{\n  "sites": ["en"\n "de"]}', "line 3, column 2: Expected ',' or ']' after array element; "],
  ['\uFEFF{\r\n  "sites": ["en",]\r\n}', "line 2, column 18: Unexpected token ']', "],
  ['{\n  "seed": 0x1, "events": [tru, 2] }', 'line 2, column 12: '],
  ['{\n  "events": [tru, 2] }', 'line 2, column 17: Unexpected token'],
  ['{ "seed": 1', "line 1, column 12: Expected ',' or '}' after property value; "],
  ['{ "seed":\n', 'line 2, column 1: Unexpected end of JSON input; accepted: '],
] as const

const badTimes = ['', 'soon', 'yesterday', '2030-13-01', '0000-01-01', '9999-01-01']
const badOrigins = [
  'app.example',
  'https://app.example/',
  'https://a.example/x',
  'https://a:99999',
  'null',
]
const badValues = [
  ['--port', ['abc', '-1', '65536', '1.5', ''], 'from 0 to 65535'],
  ['--host', ['', ' ', 'http://localhost', 'a b'], '127.0.0.1, ::1, localhost'],
  ['--seed', ['x', '-1', '4294967296', '0x1'], 'from 0 to 4294967295'],
  ['--events', ['many', '-5', '10000001'], 'from 0 to 10000000'],
  ['--now', badTimes, 'today, real, an instant such as 2030-01-07T12:00:00Z'],
  ['--sites', ['', 'xx', 'de,xx', 'DE', 'zh'], 'ar, zh-hans, en, fr, de, hi, es'],
  ['--root', ['', '/x', ':site', '/:site?', '/:sites'], '/:site/wp-json'],
  ['--namespace', ['', '/', 'a b', 'a//b', 'a?b'], 'cal/events/v1'],
  ['--max-per-page', ['0', 'x', '1000001'], 'from 1 to 1000000'],
  ['--geoloc-radius', ['-1', 'far', '20101'], 'from 0 to 20100'],
  ['--log-format', ['', 'xml', 'JSON'], 'pretty, json, off'],
  ['--allow-origin', badOrigins, 'origins such as https://app.example, without a path, or *'],
  ['--fault', ['* 5O3'], 'invalid kind of fault "5O3"; accepted: a status from 400'],
  ['--delay', ['soon'], 'delay "soon"; accepted: whole milliseconds'],
  ['--delay', ['800-200'], 'delay "800-200"; accepted: 200-800, as the range is reversed'],
] as const
const badRows = badValues.flatMap(([flag, values, accepts]) =>
  values.map((value) => ({ flag, value, accepts })),
)

/** Avoids a listener on the default port if an expected rejection is missing. */
const freePortFlags = (flag: string): string[] => (flag === '--port' ? [] : ['--port', '0'])

test.each(badRows)('$flag $value is rejected with the accepted values', async (row) => {
  const line = await errorOf([row.flag, row.value, ...freePortFlags(row.flag)])
  expect(line).toContain(row.accepts)
})

test.each(badRows.filter(({ value }) => value !== ''))(
  'the environment variable of $flag rejects $value',
  async (row) => {
    const name = `CALMOCK_${row.flag.slice(2).replaceAll('-', '_').toUpperCase()}`
    expect(await errorOf(freePortFlags(row.flag), { [name]: row.value })).toContain(row.accepts)
  },
)

test.each([
  ['PORT', 'abc', 'invalid PORT "abc"; accepted: a whole number from 0 to 65535'],
  ['CALMOCK_SEED', 'x', 'invalid CALMOCK_SEED "x"; accepted: a whole number from 0 to'],
  ['CALMOCK_EMPTY', 'nope', 'invalid CALMOCK_EMPTY "nope"; accepted: 1, 0, true'],
])('the error for %s=%s names the variable', async (name, value, says) => {
  expect(await errorOf([], { [name]: value })).toContain(says)
})

test.each(['port', 'host', 'seed', 'now', 'log-format'])('--%s requires a value', async (flag) => {
  expect(await errorOf([`--${flag}`])).toMatch(new RegExp(`--${flag} <.+>' argument missing`))
})

test('a foreign address ends the program with 1 and one line', async () => {
  const line = await errorOf(['--port', '0', '--host', '203.0.113.1'], {}, 1)
  expect(line).toBe('203.0.113.1 is not an address of this machine')
})

const flags = (
  '-p, --port <n>|-H, --host <host>|--seed <n>|--events <n>|--empty|--now <today|real|instant>|' +
  '--sites <list>|--root <pattern>|--namespace <path>|--max-per-page <n>|--geoloc-radius <km>|' +
  '--log-format <format>'
).split(/[|](?=-)/)

test.each([
  ['--help', ['calmock serve --help', 'routes', '--version']],
  ['-h', ['serve', 'routes', '--version']],
  ['help', ['serve', 'routes', '--version']],
  ['serve --help', [...flags, '4747', 'CALMOCK_PORT', 'PORT']],
  ['help serve', flags],
  ['routes --help', ['--json']],
])('calmock %s prints help on stdout', async (argv, names) => {
  const { code, stdout, stderr } = await ended(start(argv.split(' ')))
  expect([code, stderr]).toEqual([0, ''])
  for (const name of names) expect(stdout).toContain(name)
})

test('calmock --help ends with the place of the documents', async () => {
  const { stdout } = await ended(start(['--help']))
  expect(stdout.trim()).toMatch(/read README\.md and docs\/ in node_modules\/calmock$/)
})

test('calmock serve --help lists the flags in groups, records and sites first', async () => {
  const { stdout } = await ended(start(['serve', '--help']))
  const groups = [...stdout.matchAll(/^([A-Z][\w ]+):$/gm)].map(([, group]) => group)
  expect(groups.slice(0, 2)).toEqual(['Records', 'Sites and links'])
  expect(groups.at(-1)).toBe('Options')
  expect(stdout).toMatch(/\nServer:\n {2}-p, --port <n> /)
  expect(stdout).toMatch(/\nOptions:\n {2}-h, --help +display help for command\n/)
  for (const { flag } of Object.values<OptionEntry>(configOptions))
    if (flag) expect(groups).toContain(flag.group)
})

test('calmock --help ends with three examples that run, and says where the documents are', async () => {
  const { stdout } = await ended(start(['--help']))
  const [, end = ''] = stdout.split('\nExamples:\n')
  expect(end).toMatch(/^( {2}calmock --.+\n){3}\nDocuments: read README\.md /)
  for (const [, line = ''] of end.matchAll(/^ {2}calmock (.+)$/gm)) {
    const argv = line.match(/"[^"]+"|\S+/g)?.map((word) => word.replaceAll('"', '')) ?? []
    await writeFile(file('records.json'), '{}')
    const words = argv.map((word) => (word === 'records.json' ? file(word) : word))
    const program = start([...words, '--port', '0'])
    await program.stdout.shows(/^calmock ready on /)
    program.stop()
  }
})

test('a config file with another extension is rejected in one sentence', async () => {
  await writeFile(file('x.yaml'), 'sites: en')
  expect(await errorOf(['--config', file('x.yaml')])).toBe(
    `cannot load config file ${file('x.yaml')}: accepted: names that end with .ts, .mts, .js, .mjs, .cjs or .json`,
  )
})

test.each(['--version', '-V', '-v'])(
  'calmock %s prints the version of the package',
  async (flag) => {
    expect(manifest.version).toBe(version)
    expect(await ended(start([flag]))).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  },
)
