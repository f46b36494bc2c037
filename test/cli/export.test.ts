import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTestMock, NOW, over } from '../call.ts'
import { useFolder } from '../folder.ts'
import { ended, errorOf, start } from './program.ts'

const at = useFolder()
/** Returns a path that does not exist, in a folder that does not exist. */
const newPath = (): string => at('new', 'mock')

const run = (...argv: readonly string[]) => ended(start(['export', ...argv]))

/** Returns the contents of all files in a folder. */
async function readFiles(dir: string): Promise<Record<string, string>> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  const files = paths.map(async (path) => [relative(dir, path), await readFile(path, 'latin1')])
  return Object.fromEntries(await Promise.all(files))
}

const languages = ['ar', 'de', 'en', 'es', 'fr', 'hi', 'zh-hans']
const names = [
  ...'calmock.js chunks index.html landmarks.json mockServiceWorker.js packs pools.js'.split(' '),
  ...['reference.js', 'world.json'],
  ...languages.flatMap((code) => [`words.${code}.json`, `world.${code}.json`]),
]

test('calmock export writes a folder for any static server, with the same bytes each time', async () => {
  const [one, other] = [newPath(), at('other')]
  const { code, stdout, stderr } = await run(one, '--events', '5')
  expect([code, stdout]).toEqual([0, ''])
  expect(stderr).toBe(
    `calmock: exported to ${one}; serve it with any static server and open its index.html\n`,
  )
  expect((await readdir(one)).sort()).toEqual(names.sort())
  await run(other, '--events', '5')
  const [files, others] = [await readFiles(one), await readFiles(other)]
  expect(Object.keys(others)).toEqual(Object.keys(files))
  for (const [name, text] of Object.entries(files)) expect(others[name] === text, name).toBe(true)
  const worker = await readFile('node_modules/msw/lib/mockServiceWorker.js')
  expect(await readFile(join(one, 'mockServiceWorker.js'))).toEqual(worker)
})

test('the exported module imports no part of Node', async () => {
  const chunks = (await readdir('dist/page/chunks')).map((name) => `chunks/${name}`)
  expect(chunks.length).toBeGreaterThan(1)
  for (const name of ['calmock.js', 'pools.js', ...chunks]) {
    const text = await readFile(join('dist/page', name), 'utf8')
    expect(text.match(/(from|import|require)\s*\(?["']node:|["']@faker-js/g)).toBeNull()
  }
})

test('flags choose the exported world', async () => {
  const dir = newPath()
  const scenario = 'rtl+no-images'
  const [baseUrl, now] = ['https://api.example.com/x', '2031-05-01T12:00:00Z']
  const flags = `--seed 7 --events 3 --scenario ${scenario} --sites ar,de --root /:site/api`
  const more = `--namespace v2 --base-url ${baseUrl} --now ${now}`
  await run(dir, ...flags.split(' '), ...more.split(' '))
  const { options, ...world } = JSON.parse(await readFile(join(dir, 'world.json'), 'utf8'))
  expect(world).toMatchObject({ seed: 7, events: 3, scenario, anchor: '2031-05-01' })
  const sites = ['ar', 'de']
  expect(options).toMatchObject({ sites, root: '/:site/api', namespace: 'v2', baseUrl, now })
})

test('environment variables replace flags', async () => {
  const dir = newPath()
  await ended(start(['export', dir], { CALMOCK_SEED: '9', CALMOCK_EVENTS: '2' }))
  const { seed, events } = JSON.parse(await readFile(join(dir, 'world.json'), 'utf8'))
  expect([seed, events]).toEqual([9, 2])
})

test.each([[[]], [['--format', 'types']]])(
  'a calmock export %j that is stopped while it writes leaves nothing behind',
  async (flags) => {
    const program = start(['export', newPath(), '--events', '1', ...flags])
    program.stop()
    const { code, stderr } = await ended(program)
    expect([code, stderr]).toEqual([1, 'calmock: stopped; nothing was written\n'])
    expect(await readdir(at())).not.toContain('new')
  },
)

describe('a folder that is not empty', () => {
  /** Creates a folder with a file of the user. Returns its path. */
  const createFolder = async () => {
    await mkdir(newPath(), { recursive: true })
    await writeFile(join(newPath(), 'mine.txt'), 'mine')
    return newPath()
  }

  test('calmock export rejects the folder and leaves its files alone', async () => {
    const dir = await createFolder()
    expect(await errorOf(['export', dir], {}, 1)).toBe(
      `${dir} is not empty; choose another folder, or write into it with --force`,
    )
    expect(await readdir(dir)).toEqual(['mine.txt'])
  })

  test('calmock export --force adds its files to the folder', async () => {
    const dir = await createFolder()
    expect((await run(dir, '--force', '--events', '1', '--sites', 'de')).code).toBe(0)
    expect((await readdir(dir)).sort()).toEqual(['mine.txt', ...names].sort())
    expect(await readFile(join(dir, 'mine.txt'), 'utf8')).toBe('mine')
  })

  test.each(['types', 'openapi', 'world'])(
    'calmock export --format %s writes its file, and replaces one that it has written',
    async (format) => {
      const dir = await createFolder()
      for (const seed of ['1', '2']) {
        const flags = ['--format', format, '--events', '1', '--seed', seed]
        expect((await run(dir, ...flags)).code).toBe(0)
      }
      expect(await readdir(dir)).toHaveLength(2)
    },
  )

  test.each([
    ['types', 'calmock.d.ts'],
    ['openapi', 'openapi.json'],
  ])('calmock export --format %s does not replace a %s of the user', async (format, name) => {
    const dir = await createFolder()
    await writeFile(join(dir, name), '{"openapi": "3.1.0"}')
    expect(await errorOf(['export', dir, '--format', format], {}, 1)).toBe(
      `${join(dir, name)} is not of calmock; replace it with --force`,
    )
    expect(await readFile(join(dir, name), 'utf8')).toBe('{"openapi": "3.1.0"}')
  })

  test('a stopped calmock export --force adds no file', async () => {
    const dir = await createFolder()
    const program = start(['export', dir, '--force', '--events', '1'])
    program.stop()
    expect((await ended(program)).code).toBe(1)
    expect(await readdir(dir)).toEqual(['mine.txt'])
  })
})

test.each([
  ['', 2, /^export needs a folder, such as calmock export public\/mock/],
  ['a b', 2, /^too many arguments for 'export'. Expected 1 argument but got 2.$/],
  ['a --format yaml', 2, /^invalid --format "yaml"; accepted: world, openapi, types$/],
  ['a --scenario ctiy', 2, /^invalid --scenario "ctiy"; did you mean "city"\? accepted: city/],
  ['a --sites xx', 2, /^invalid --sites "xx"; accepted: ar/],
  ['a --base-url x', 2, /^invalid --base-url "x"; accepted/],
  ['a --now soon', 2, /^invalid --now "soon"; accepted/],
  ['a --sed 2', 2, /--sed.*did you mean --seed/i],
  ['package.json', 1, /^package\.json is not a folder/],
  ['package.json/mock', 1, /^package\.json\/mock is not a folder/],
])('calmock export %s fails with %i and one line', async (argv, code, says) => {
  expect(await errorOf(`export ${argv}`.trim().split(' '), {}, code)).toMatch(says)
})

describe('calmock export --format', () => {
  const text = async (...argv: readonly string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(...argv)
    expect([code, stderr]).toEqual([0, ''])
    return stdout
  }

  test('--format openapi describes the first site in English', async () => {
    const document = JSON.parse(await text('--format', 'openapi'))
    expect(document.info.title).toBe('Events listing service')
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:4747/en/cal/events/v1' }])
  })

  test('--format openapi --language prints the document of the first site in a language', async () => {
    const flags = ['--format', 'openapi', '--sites', 'de', '--language', 'de']
    const document = JSON.parse(await text(...flags))
    const call = over(createTestMock({ sites: ['de'], now: NOW }))
    const there = (await call('GET', '/de/cal/events/v1/doc')).body
    expect(document.servers).toEqual([{ url: 'http://127.0.0.1:4747/de/cal/events/v1' }])
    expect({ ...document, servers: there.servers }).toEqual(there)
  })

  test('--format openapi has links below --base-url', async () => {
    const flags = ['--sites', 'en', '--base-url', 'https://example.com/mock']
    const part = await text('--format', 'openapi', ...flags)
    expect(part).toContain('"https://example.com/mock/en/cal/events/v1')
    expect(part).not.toContain('127.0.0.1')
  })

  test('--format types prints the exported types', async () => {
    const wire = await readFile('src/wire.ts', 'utf8')
    expect(wire.endsWith(await text('--format', 'types'))).toBe(true)
  })

  test('--format world prints every record in all languages', async () => {
    const world = JSON.parse(await text('--format', 'world', '--events', '3', '--seed', '2'))
    expect(world).toMatchObject({ seed: 2, events: 3, scenario: 'city', languages: { length: 7 } })
    const kinds = Object.keys(world.records)
    expect(kinds).toEqual([
      'event',
      'venue',
      'organizer',
      'category',
      'tag',
      'picture',
      'venuePicture',
    ])
    expect(world.records.event.map(({ id }: { id: number }) => id)).toHaveLength(21)
    expect(world.anchor).toBe('2030-01-07T12:00:00.000Z')
  })

  test("--data adds the user's records to every part that contains records", async () => {
    const dates = { start_date: 'tomorrow 6pm', end_date: 'tomorrow 8pm' }
    const data = { events: [{ title: 'Siebdruck', language: 'de', ...dates }] }
    const file = at('data.json')
    await writeFile(file, JSON.stringify(data))
    const flags = ['--data', file, '--events', '2', '--sites', 'de']
    const call = over(createTestMock({ data, events: 2, sites: ['de'], now: NOW }))
    const path = '/de/cal/events/v1/events?search=Siebdruck'
    const [served] = (await call('GET', path)).body.events
    const { records } = JSON.parse(await text('--format', 'world', ...flags))
    expect(records.event.at(-1)).toMatchObject({ id: served.id, title: 'Siebdruck' })
    const dir = newPath()
    expect((await run(dir, ...flags)).code).toBe(0)
    const manifest = JSON.parse(await readFile(join(dir, 'world.json'), 'utf8'))
    expect(manifest.options.data).toEqual(data)
  })

  test('a config file with data adds its records to an export, and invalid data is an error', async () => {
    const config = at('calmock.config.json')
    await writeFile(config, JSON.stringify({ data: { tags: [{ name: 'Papier' }] } }))
    expect(await text('--format', 'world', '--events', '1', '--config', config)).toContain('Papier')
    await writeFile(config, JSON.stringify({ data: { tags: [{}] } }))
    for (const more of [[newPath()], ['--format', 'world']])
      expect(await errorOf(['export', ...more, '--config', config])).toBe(
        'data: tags[0]: Missing parameter(s): name.',
      )
  })

  test('--format writes into a folder if the command names one', async () => {
    const dir = newPath()
    expect((await run(dir, '--format', 'openapi', '--sites', 'en')).stdout).toBe('')
    expect(await readdir(dir)).toEqual(['openapi.json'])
  })
})
