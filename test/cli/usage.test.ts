import { expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { version } from '../../src/cli/main.ts'
import { ended, errorOf, start } from './program.ts'

test.each([
  ['--prot 0', "unknown option '--prot'; did you mean --port?"],
  ['serve --event 9', "unknown option '--event'; did you mean --events?"],
  ['--max-per-pag 9', "unknown option '--max-per-pag'; did you mean --max-per-page?"],
  ['--xyzzy', "unknown option '--xyzzy'; see calmock serve --help"],
  ['routes --jsn', "unknown option '--jsn'; did you mean --json?"],
  ['routes --seed 1', "unknown option '--seed'; see calmock routes --help"],
])('calmock %s is rejected with the nearest flag', async (argv, says) => {
  expect(await errorOf(argv.split(' '))).toBe(says)
})

test.each([
  ['serv', /^invalid command "serv"; did you mean serve\? accepted: serve, .*help$/],
  ['start', /^invalid command "start"; did you mean serve\? accepted: serve, .*help$/],
  ['exprt', /^invalid command "exprt"; did you mean export\? /],
  ['zzzzzz', /^invalid command "zzzzzz"; accepted: serve, export, .*help$/],
  ['serv --json', /^invalid command "serv"; did you mean serve\? accepted: serve, export, .*help$/],
  ['--port 0 x', /^invalid command "x"; accepted: serve, export, routes, .*help$/],
  ['a\nb', /^invalid command "a b"; accepted: serve, export, routes, .*help$/],
  ['help serv', /^invalid command "serv"; did you mean serve\? accepted: serve, export, routes/],
  ['--seed 2 serve', /^put the command first: calmock serve \[options\]$/],
  ['serve now', /^serve takes no arguments, but got "now"$/],
  ['routes all', /^routes takes no arguments, but got "all"$/],
])('calmock %j is rejected with the accepted words', async (argv, says) => {
  expect(await errorOf(argv.split(' '))).toMatch(says)
})

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
  ['--fault', ['* 5O3'], 'unknown kind of fault "5O3"; accepted: a status from 400'],
  ['--delay', ['soon'], 'invalid delay "soon"; accepted: '],
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
  expect(stdout, 'a file that the package lacks').not.toContain('docs/')
})

test.each(['--version', '-V', '-v'])(
  'calmock %s prints the version of the package',
  async (flag) => {
    expect(manifest.version).toBe(version)
    expect(await ended(start([flag]))).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  },
)
