import { chmod, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { useFolder } from '../folder.ts'
import { addressOf, spawned } from './program.ts'

const at = useFolder()
const isRoot = process.getuid?.() === 0

/** Starts a server and reads a list. Returns what it has logged by then. `home` is the folder of its caches. */
async function serve(home: string, flags: readonly string[] = []): Promise<string> {
  const env = { NODE_DISABLE_COMPILE_CACHE: '', XDG_CACHE_HOME: at(home) }
  const program = spawned(['--port', '0', '--sites', 'de', '--quiet', ...flags], env)
  const response = await fetch(`${await addressOf(program)}/de/cal/events/v1/events`)
  expect((await response.json()).events).toHaveLength(9)
  return program.stderr.text
}

/** Returns the path of the only cache in a folder, as soon as it is complete. */
async function findCache(home: string): Promise<string> {
  const list = () => readdir(at(home, 'calmock')).catch(() => [])
  const isComplete = expect.stringMatching(/^v[\d.]+-\w+\.bin$/)
  await expect.poll(list, { timeout: 20_000 }).toEqual([isComplete])
  return at(home, 'calmock', ...(await list()))
}

/** Waits until a server that starts now has saved its cache: an earlier one would have. */
async function waitForAnother(): Promise<void> {
  await mkdir(at('another'))
  await serve('another')
  await findCache('another')
}

test('a server saves its compiled code for its user alone, and later starts do not save it again', async () => {
  await mkdir(at('home'))
  expect(await serve('home')).toBe('')
  const cache = await findCache('home')
  const saved = await stat(cache)
  expect([saved.mode & 0o777, (await stat(at('home/calmock'))).mode & 0o777]).toEqual([
    0o600, 0o700,
  ])
  const config = at('calmock.config.mjs')
  await writeFile(config, 'export default { events: 100 }')
  expect(await serve('home', ['--config', config])).toBe('')
  await waitForAnother()
  expect((await stat(cache)).ino).toBe(saved.ino)
})

const damages: readonly (readonly [string, (cache: string) => Promise<void>])[] = [
  ['has a wrong byte', async (cache) => writeFile(cache, changeByte(await readFile(cache)))],
  ['is cut off', async (cache) => writeFile(cache, (await readFile(cache)).subarray(0, 9000))],
  ['can be changed by others', (cache) => chmod(cache, 0o666)],
]

const changeByte = (data: Buffer): Buffer =>
  data.fill(~(data[data.length >> 1] ?? 0), data.length >> 1, (data.length >> 1) + 1)

test.each(damages)('a server ignores a cache that %s, and replaces it', async (_, damage) => {
  await mkdir(at('home'))
  await serve('home')
  const cache = await findCache('home')
  const content = await readFile(cache)
  await damage(cache)
  const { ino } = await stat(cache)
  expect(await serve('home')).toBe('')
  const isReplaced = async () => (await stat(cache)).ino !== ino
  await expect.poll(isReplaced, { timeout: 20_000 }).toBe(true)
  const replaced = await stat(cache)
  expect(replaced.mode & 0o777).toBe(0o600)
  expect(replaced.size).toBeGreaterThan(content.length / 2)
})

const folders: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['is a file', () => writeFile(at('home'), '')],
  [
    'has a link to another folder',
    () => mkdir(at('home')).then(() => symlink('/', at('home/calmock'))),
  ],
  [
    'can be changed by others',
    () =>
      mkdir(at('home/calmock'), { recursive: true }).then(() => chmod(at('home/calmock'), 0o777)),
  ],
]

test.each(folders)('a server starts silently without a cache if its folder %s', async (_, make) => {
  await make()
  expect(await serve('home')).toBe('')
  await waitForAnother()
  const found = await readdir(at('home/calmock')).catch(() => [])
  expect(found.filter((name) => name.endsWith('.bin'))).toEqual([])
})

test.runIf(isRoot)(
  'a server starts silently without a cache if its folder is of another user',
  async () => {
    await mkdir(at('home/calmock'), { recursive: true })
    await chown(at('home/calmock'), 1, 1)
    expect(await serve('home')).toBe('')
    await waitForAnother()
    expect(await readdir(at('home/calmock'))).toEqual([])
  },
)
