import { rm, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { listServerFiles } from '../../src/cli/reload.ts'
import { file as fileType, type OptionEntry } from '../../src/options/option-types.ts'
import { serveOptions } from '../../src/options/serve-options.ts'
import { useFolder } from '../folder.ts'
import { ended, errorOf, serving, start } from './program.ts'

const file = useFolder()

async function write(name: string, text: string): Promise<string> {
  await writeFile(file(name), text)
  return file(name)
}

const createTag = (url: string, name: string) =>
  fetch(`${url}/de/cal/events/v1/tags`, { method: 'POST', body: new URLSearchParams({ name }) })

describe('a config file', () => {
  test.each([
    ['config.ts', "export default { events: 7, sites: ['en'] } satisfies object"],
    ['config.mts', "export default { events: 7, sites: ['en'] }"],
    ['config.js', "export default { events: 7, sites: ['en'] }"],
    ['config.mjs', "export default { events: 7, sites: ['en'] }"],
    ['config.cjs', "module.exports = { events: 7, sites: ['en'] }"],
    ['config.json', '{ "events": 7, "sites": ["en"] }'],
  ])('%s sets the options of serve', async (name, text) => {
    const { stdout, url } = await serving(['--config', await write(name, text)])
    expect(stdout.text).toMatch(/7 events/)
    expect(stdout.text).toContain(`  ${url}/en/cal/events/v1\n`)
  })

  test('a config file whose module exports nothing is refused', async () => {
    const path = await write('nothing.mjs', '// export default { events: 3 }')
    expect(await errorOf(['--config', path])).toMatch(/nothing\.mjs has no default export/)
  })

  test('faults and the delay come from flags, from variables and from the config file', async () => {
    const text = '{ "fault": ["* drop 1%", "503 1x"], "delay": "1-2" }'
    const config = await write('faults.json', text)
    const read = async (argv: readonly string[], env = {}) => {
      const { url } = await serving(argv, env)
      const routes = ['faults', 'delay'].map((name) => fetch(`${url}/__calmock/${name}`))
      const [faults, delay] = await Promise.all(routes.map(async (sent) => (await sent).json()))
      return [...faults.faults, delay.delay]
    }
    expect(await read(['--config', config])).toEqual(['* drop 1%', '503 1x', '1-2'])
    const env = { CALMOCK_FAULT: 'GET 500 1/2, POST * 429', CALMOCK_DELAY: '3' }
    expect(await read(['--config', config], env)).toEqual(['GET 500 1/2', 'POST * 429', 3])
    const flags = ['--fault', '* 500 1x', '--fault', '* 501', '-d', '4-5']
    expect(await read(flags, env)).toEqual(['* 500 1x', '* 501', '4-5'])
  })

  test('a flag takes precedence over a variable, and a variable over the config file', async () => {
    const config = await write('order.json', '{ "events": 7, "seed": 7, "maxWorlds": 7 }')
    const { stdout, url } = await serving(['--config', config, '--seed', '9'], {
      CALMOCK_SEED: '8',
      CALMOCK_EVENTS: '8',
    })
    expect(stdout.text).toMatch(/seed 9, 8 events/)
    expect((await fetch(`${url}/__calmock/health`)).status).toBe(200)
  })

  test('the config file sets the flags of the server', async () => {
    const config = await write('server.json', '{ "logFormat": "json", "allowHost": ["a.test"] }')
    const { stdout } = await serving(['--config', config])
    expect(JSON.parse(stdout.text).event).toBe('ready')
  })

  test('the variable CALMOCK_CONFIG names the config file', async () => {
    const config = await write('variable.json', '{ "events": 3 }')
    const { stdout } = await serving([], { CALMOCK_CONFIG: config })
    expect(stdout.text).toMatch(/3 events/)
  })

  test('export reads the config file', async () => {
    const config = await write('export.json', '{ "events": 3, "port": 1, "sites": ["en"] }')
    const { code, stdout } = await ended(start(['export', '--format', 'world', '--config', config]))
    expect([code, JSON.parse(stdout).events]).toEqual([0, 3])
  })

  test.each([
    ['{ "evnts": 3 }', 'unknown option "evnts"; did you mean "events"?'],
    ['{ "max-per-page": 3 }', 'unknown option "max-per-page"; did you mean "maxPerPage"?'],
    ['{ "zzz": 3 }', 'unknown option "zzz"; accepted: seed, events, '],
    ['{ "sites": "en" }', 'invalid sites "en"; accepted: a list such as ["en", "de"]'],
    ['{ "events": "3" }', 'invalid events "3"; accepted: a whole number from 0'],
    ['{ "watch": "yes" }', 'invalid watch "yes"; accepted: true, false'],
    [
      '{ "port": 99999 }',
      'wrong.json: invalid port "99999"; accepted: a whole number from 0 to 65535',
    ],
    ['{ "logFormat": "xml" }', '; accepted: pretty, json, off'],
    ['{ "events": -1 }', 'wrong.json: invalid events "-1"; accepted: a whole number from 0'],
    ['{ "maxMemory": 0.5 }', 'wrong.json: invalid maxMemory "0.5"; accepted: a whole number from'],
    ['{ "now": "soon" }', 'wrong.json: invalid now "soon"; accepted: today, real, an instant'],
    [
      '{ "scenario": "./few.ts+ctiy" }',
      'wrong.json: invalid scenario "ctiy"; did you mean "city"? accepted: city',
    ],
    ['{ "sites": ["xx"] }', 'wrong.json: invalid sites "xx"; accepted: ar'],
    ['{ "sites": [] }', 'wrong.json: invalid sites ""; accepted: ar'],
    ['{ "root": "~" }', 'wrong.json: invalid root "~"; accepted: a path with :site'],
    ['{ "root": "" }', 'wrong.json: invalid root ""; accepted: a path with :site'],
    ['{ "namespace": "?" }', 'wrong.json: invalid namespace "?"; accepted: a path'],
    ['{ "preset": "tec" }', 'wrong.json: invalid preset "tec"; accepted: the-events-calendar'],
    ['{ "auth": "x" }', 'wrong.json: invalid auth'],
    ['{ "publicUrl": "x" }', 'wrong.json: invalid publicUrl "x"; accepted: a URL'],
    ['[]', 'has no default export; export default defineConfig'],
    ['{ "events": 3', 'cannot load config file '],
    ['{ "constructor": 3 }', 'unknown option "constructor"'],
  ])('%s is rejected', async (text, message) => {
    const config = await write('wrong.json', text)
    expect(await errorOf(['--config', config])).toContain(message)
  })

  test('a root for one site may be in the config file, and the site in a flag', async () => {
    const config = await write('root.json', '{ "root": "/wp-json" }')
    const { stdout, url } = await serving(['--config', config, '--sites', 'en'])
    expect(stdout.text).toContain(`  ${url}/wp-json/cal/events/v1\n`)
  })

  test('a missing file is rejected', async () => {
    expect(await errorOf(['--config', 'no.json'])).toBe('config file no.json does not exist')
  })
})

test.each([
  ['CALMOCK_EVNTS', '; did you mean CALMOCK_EVENTS?'],
  ['CALMOCK_MAXPERPAGE', '; did you mean CALMOCK_MAX_PER_PAGE?'],
  ['CALMOCK_XYZZY', ''],
])('the unknown environment variable %s is reported', async (name, advice) => {
  const { stderr } = await serving(['--empty', '--log-format', 'off'], { [name]: '1' })
  expect(stderr.text).toBe(`calmock: warning: unknown environment variable ${name}${advice}\n`)
})

describe('--watch', () => {
  const scenario = (name: string, events: number): string =>
    `export const it = { name: '${name}', about: '', events: (): number => ${events} }`
  const countEvents = async (url: string): Promise<number> => {
    const query = 'per_page=50&start_date=2000-01-01&end_date=2100-01-01'
    const response = await fetch(`${url}/de/cal/events/v1/events?${query}`)
    return (await response.json()).total
  }

  test('a scenario file reloads, and the last valid version stays active', async () => {
    const path = await write('watched.ts', scenario('few', 2))
    const { url, stderr } = await serving(['--scenario', path, '--watch', '--log-format', 'off'])
    expect(await countEvents(url)).toBe(2)
    await write('watched.ts', scenario('few', 4))
    await stderr.shows(/watched\.ts reloaded; every world starts again\n/)
    expect(await countEvents(url)).toBe(4)
    await write('watched.ts', 'export const x = (')
    await stderr.shows(/watched\.ts not reloaded: .*watched\.ts:1:18: Unexpected end of file\n/)
    expect(await countEvents(url)).toBe(4)
  })

  test('a config file reloads, and a scenario file that it names is watched', async () => {
    const config = await write('watched.json', '{ "events": 3 }')
    const argv = ['--config', config, '--watch', '--log-format', 'off']
    const { url, stderr } = await serving(argv)
    expect(await countEvents(url)).toBe(3)
    const path = await write('later.mjs', scenario('few', 2).replace(': number', ''))
    await write('watched.json', JSON.stringify({ events: 3, scenario: path }))
    await stderr.shows(/watched\.json reloaded/)
    expect(await countEvents(url)).toBe(2)
    await write('later.mjs', scenario('few', 1).replace(': number', ''))
    await stderr.shows(/later\.mjs reloaded/)
    expect(await countEvents(url)).toBe(1)
  })

  test('writes in a state file survive a reload', async () => {
    const path = await write('kept.ts', scenario('few', 2))
    const argv = ['--scenario', path, '--watch', '--log-format', 'off', '--state', file('state')]
    const { url, stderr } = await serving(argv)
    const { id } = await (await createTag(url, 'Neu')).json()
    const readStatus = async () => (await fetch(`${url}/de/cal/events/v1/tags/${id}`)).status
    await write('kept.ts', scenario('few', 2).replace("''", "'Changed.'"))
    await stderr.shows(/kept\.ts reloaded/)
    expect(await readStatus()).toBe(200)
    await write('kept.ts', scenario('other', 2))
    await stderr.shows(/kept\.ts not reloaded: .*was created with/)
    expect(await readStatus()).toBe(200)
  })

  test.each([
    ['empty, as while a program writes it', 'paused.mjs', (path: string) => writeFile(path, '')],
    ['removed, as before a tool creates it again', 'removed.json', (path: string) => rm(path)],
  ])(
    'a config file that is %s keeps the last valid version, and reloads later',
    async (_, name, lose) => {
      const config = (events: number): string =>
        name.endsWith('.json')
          ? `{ "events": ${events}, "watch": true }`
          : `export default { events: ${events}, watch: true }`
      const path = await write(name, config(3))
      const { url, stderr } = await serving(['--config', path, '--log-format', 'off'])
      const { id } = await (await createTag(url, 'Neu')).json()
      await lose(path)
      await stderr.shows(/(paused|removed)\.\w+ not reloaded: it is missing or empty\n/)
      expect((await fetch(`${url}/de/cal/events/v1/tags/${id}`)).status).toBe(200)
      await write(name, config(2))
      await stderr.shows(/ reloaded; every world starts again\n/)
      expect(await countEvents(url)).toBe(2)
    },
  )

  test('a file whose folder does not exist is one warning, and does not end the server', async () => {
    const config = await write('early.json', '{ "events": 3, "watch": true }')
    const { url, stderr } = await serving(['--config', config, '--log-format', 'off'])
    const scenario = file('no-folder/few.mjs')
    await write('early.json', JSON.stringify({ events: 3, watch: true, scenario }))
    await stderr.shows(/early\.json not reloaded: scenario file \S+few\.mjs does not exist\n/)
    await stderr.shows(/warning: cannot watch \S+few\.mjs: ENOENT.*\n/)
    expect(await countEvents(url)).toBe(3)
    await write('early.json', '{ "events": 2, "watch": true }')
    await stderr.shows(/early\.json reloaded/)
    expect(await countEvents(url)).toBe(2)
  })

  test('every flag of serve that is a file is watched, except the state, which it writes', () => {
    const flags = Object.entries<OptionEntry>(serveOptions)
    const names = flags.filter(([, { type }]) => type === fileType).map(([name]) => name)
    const values = Object.fromEntries(names.map((name) => [name, name]))
    expect([...listServerFiles(values as never), 'state'].sort()).toEqual(names.sort()) // only files
  })
})

describe('--data', () => {
  const tags = (...names: readonly string[]): string =>
    JSON.stringify({ tags: names.map((name) => ({ name, language: 'de' })) })
  const listTags = async (url: string): Promise<string[]> => {
    const query = 'hide_empty=false&orderby=id&order=asc'
    const response = await fetch(`${url}/de/cal/events/v1/tags?${query}`)
    return (await response.json()).tags.map(({ name }: { name: string }) => name)
  }

  test('the records of the file are served, and reload when it is saved', async () => {
    const path = await write('data.json', tags('Eins'))
    const { url, stderr, stdout } = await serving([
      '--data',
      path,
      '--empty',
      '--log-format',
      'off',
    ])
    expect(stdout.text).toContain('0 events and those of data, now')
    expect(await listTags(url)).toEqual(['Eins'])
    await write('data.json', tags('Eins', 'Zwei'))
    await stderr.shows(/data\.json reloaded; every world starts again\n/)
    expect(await listTags(url)).toEqual(['Eins', 'Zwei'])
    await write('data.json', '{ "tags": [{}] }')
    await stderr.shows(/data\.json not reloaded: data: tags\[0\]: Missing parameter\(s\): name/)
    expect(await listTags(url)).toEqual(['Eins', 'Zwei'])
  })

  test('a stream of requests ends when the file is saved, so that its client connects to the new mock', async () => {
    const path = await write('streamed.json', tags('Eins'))
    const { url, stderr } = await serving(['--data', path, '--empty', '--log-format', 'off'])
    const accept = { headers: { accept: 'text/event-stream' } }
    const stream = await fetch(`${url}/__calmock/requests`, accept)
    await write('streamed.json', tags('Eins', 'Zwei'))
    await stderr.shows(/streamed\.json reloaded/)
    expect(await stream.text()).toMatch(/^retry: \d+\n\n$/)
  })

  test('a state file belongs to its data', async () => {
    const path = await write('kept.json', tags('Eins'))
    const argv = ['--empty', '--log-format', 'off', '--state', file('data-state'), '--data', path]
    const program = await serving(argv)
    await createTag(program.url, 'Zwei')
    program.stop()
    await program.exit
    const second = await serving(argv)
    expect(await listTags(second.url)).toEqual(['Eins', 'Zwei'])
    second.stop()
    await second.exit
    await write('kept.json', tags('Drei'))
    expect(await errorOf(['--port', '0', ...argv])).toMatch(/data of hash \w+ .*choose another/)
  })

  test.each([
    ['{ "tags": [', /^cannot load data file .*wrong-data\.json: /],
    ['5', /^invalid --data "5"; accepted: an object with lists/],
    ['{ "tag": [] }', /^data: unknown option "tag"; did you mean "tags"\?/],
  ])('the data %s are rejected', async (text, message) => {
    const path = await write('wrong-data.json', text)
    expect(await errorOf(['--port', '0', '--data', path])).toMatch(message)
  })
})
