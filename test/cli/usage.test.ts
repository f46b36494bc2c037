import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { version } from '../../src/cli/main.ts'
import { ended, start, type Variables } from './program.ts'

/** Returns the error line. Fails unless the program exits with 2 and prints one line. */
async function runRejected(argv: readonly string[], env: Variables = {}): Promise<string> {
  const { code, stdout, stderr } = await ended(start(argv, env))
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  expect(stderr).toMatch(/^calmock: [^\n]+\n$/)
  return stderr.slice('calmock: '.length, -1)
}

test.each([
  { argv: ['--prot', '0'], says: `unknown option '--prot'; did you mean --port?` },
  { argv: ['serve', '--event', '9'], says: `unknown option '--event'; did you mean --events?` },
  {
    argv: ['--max-per-pag', '9'],
    says: `unknown option '--max-per-pag'; did you mean --max-per-page?`,
  },
  { argv: ['--xyzzy'], says: `unknown option '--xyzzy'; see calmock serve --help` },
  { argv: ['routes', '--jsn'], says: `unknown option '--jsn'; did you mean --json?` },
  {
    argv: ['routes', '--seed', '1'],
    says: `unknown option '--seed'; see calmock routes --help`,
  },
])('calmock $argv is rejected with the nearest flag', async ({ argv, says }) => {
  expect(await runRejected(argv)).toBe(says)
})

test.each([
  {
    argv: ['serv'],
    says: /^invalid command "serv"; did you mean serve\? accepted: serve, .*help$/,
  },
  {
    argv: ['start'],
    says: /^invalid command "start"; did you mean serve\? accepted: serve, .*help$/,
  },
  { argv: ['exprt'], says: /^invalid command "exprt"; did you mean export\? / },
  { argv: ['zzzzzz'], says: /^invalid command "zzzzzz"; accepted: serve, export, .*help$/ },
  {
    argv: ['serv', '--json'],
    says: /^invalid command "serv"; did you mean serve\? accepted: serve, export, routes, .*help$/,
  },
  {
    argv: ['--port', '0', 'x'],
    says: /^invalid command "x"; accepted: serve, export, routes, .*help$/,
  },
  { argv: ['a\nb'], says: /^invalid command "a b"; accepted: serve, export, routes, .*help$/ },
  {
    argv: ['help', 'serv'],
    says: /^invalid command "serv"; did you mean serve\? accepted: serve, export, routes/,
  },
  { argv: ['--seed', '2', 'serve'], says: /^put the command first: calmock serve \[options\]$/ },
  { argv: ['serve', 'now'], says: /^serve takes no arguments, but got "now"$/ },
  { argv: ['routes', 'all'], says: /^routes takes no arguments, but got "all"$/ },
])('calmock $argv is rejected with the accepted words', async ({ argv, says }) => {
  expect(await runRejected(argv)).toMatch(says)
})

const badValues = [
  { flag: '--port', values: ['abc', '-1', '65536', '1.5', ''], accepts: 'from 0 to 65535' },
  {
    flag: '--host',
    values: ['', ' ', 'http://localhost', 'a b'],
    accepts: '127.0.0.1, ::1, localhost',
  },
  { flag: '--seed', values: ['x', '-1', '4294967296', '0x1'], accepts: 'from 0 to 4294967295' },
  { flag: '--events', values: ['many', '-5', '10000001'], accepts: 'from 0 to 10000000' },
  {
    flag: '--now',
    values: ['', 'yesterday', '2030-13-01', '0000-01-01', '9999-01-01'],
    accepts: 'today, real, an instant such as 2030-01-07T12:00:00Z',
  },
  {
    flag: '--sites',
    values: ['', 'xx', 'de,xx', 'DE', 'zh'],
    accepts: 'ar, zh-hans, en, fr, de, hi, es',
  },
  { flag: '--root', values: ['', '/x', ':site', '/:site?', '/:sites'], accepts: '/:site/wp-json' },
  { flag: '--namespace', values: ['', '/', 'a b', 'a//b', 'a?b'], accepts: 'cal/events/v1' },
  { flag: '--max-per-page', values: ['0', 'x', '1000001'], accepts: 'from 1 to 1000000' },
  { flag: '--geoloc-radius', values: ['-1', 'far', '20101'], accepts: 'from 0 to 20100' },
  { flag: '--log-format', values: ['', 'xml', 'JSON'], accepts: 'pretty, json, off' },
].flatMap(({ flag, values, accepts }) => values.map((value) => ({ flag, value, accepts })))

test.each(badValues)('$flag $value is rejected with the accepted values', async (row) => {
  const line = await runRejected([row.flag, row.value, ...freePortFlags(row.flag)])
  expect(line).toContain(row.accepts)
})

/** Avoids a listener on the default port if an expected rejection is missing. */
const freePortFlags = (flag: string): string[] => (flag === '--port' ? [] : ['--port', '0'])

const badVariables = badValues.filter(({ value }) => value !== '')

test.each(badVariables)('the environment variable of $flag rejects $value', async (row) => {
  const name = `CALMOCK_${row.flag.slice(2).replaceAll('-', '_').toUpperCase()}`
  const line = await runRejected(freePortFlags(row.flag), { [name]: row.value })
  expect(line).toContain(row.accepts)
})

test.each([
  { env: { PORT: 'abc' }, says: `invalid PORT "abc"; accepted: a whole number from 0 to 65535` },
  {
    env: { CALMOCK_SEED: 'x' },
    says: `invalid CALMOCK_SEED "x"; accepted: a whole number from 0 to`,
  },
  { env: { CALMOCK_EMPTY: 'nope' }, says: `invalid CALMOCK_EMPTY "nope"; accepted: 1, 0, true` },
])('the error for $env names the variable', async ({ env, says }) => {
  expect(await runRejected([], env)).toContain(says)
})

test.each(['port', 'host', 'seed', 'now', 'log-format'])('--%s requires a value', async (flag) => {
  expect(await runRejected([`--${flag}`])).toMatch(new RegExp(`--${flag} <.+>' argument missing`))
})

test('a foreign address ends the program with 1 and one line', async () => {
  const { code, stderr } = await ended(start(['--port', '0', '--host', '203.0.113.1']))
  expect(code).toBe(1)
  expect(stderr).toBe('calmock: 203.0.113.1 is not an address of this machine\n')
})

const flags = [
  '-p, --port <n>',
  '-H, --host <host>',
  '--seed <n>',
  '--events <n>',
  '--empty',
  '--now <today|real|instant>',
  '--sites <list>',
  '--root <pattern>',
  '--namespace <path>',
  '--max-per-page <n>',
  '--geoloc-radius <km>',
  '--log-format <format>',
]

test.each([
  { argv: ['--help'], names: ['calmock serve --help', 'routes', '--version'] },
  { argv: ['-h'], names: ['serve', 'routes', '--version'] },
  { argv: ['help'], names: ['serve', 'routes', '--version'] },
  { argv: ['serve', '--help'], names: [...flags, '4747', 'CALMOCK_PORT', 'PORT'] },
  { argv: ['help', 'serve'], names: flags },
  { argv: ['routes', '--help'], names: ['--json'] },
])('calmock $argv prints help on stdout', async ({ argv, names }) => {
  const { code, stdout, stderr } = await ended(start(argv))
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const name of names) expect(stdout).toContain(name)
})

test.each(['--version', '-V', '-v'])(
  'calmock %s prints the version of the package',
  async (flag) => {
    const { code, stdout, stderr } = await ended(start([flag]))
    const manifest = JSON.parse(
      readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
    ) as { version: string }
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: `${manifest.version}\n`,
      stderr: '',
    })
    expect(version).toBe(manifest.version)
  },
)
