import { spawn, spawnSync } from 'node:child_process'
import { access, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { validate } from 'dockerfile-utils'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { findFreePort } from '../../free-port.ts'
import { type Packed, pack, run } from '../../packed.ts'

const folder = new URL('../../../examples/docker/', import.meta.url).pathname
const dockerfile = await readFile(join(folder, 'Dockerfile'), 'utf8')
const { services, volumes } = parse(await readFile(join(folder, 'compose.yaml'), 'utf8'))

/** Returns the arguments of an instruction of the Dockerfile that occurs once, or of the first one. */
const read = (keyword: string): string =>
  new RegExp(`^${keyword} (.*)$`, 'm').exec(dockerfile)?.[1] ?? ''

let packed: Packed
let scratch: string
beforeAll(async () => {
  packed = await pack()
  scratch = await mkdtemp(join(tmpdir(), 'calmock-docker-'))
  // the RUN instruction that installs calmock, here from the packed package
  const install = read('RUN').replace('$CALMOCK', packed.tarball)
  const flags = `--prefix ${scratch} --offline --ignore-scripts`
  await run('sh', ['-c', install.replace('--global', `--global ${flags}`)], scratch)
  await mkdir(join(scratch, 'data'))
})
afterAll(async () => {
  await packed.remove()
  await rm(scratch, { recursive: true, force: true })
})

/** Runs a program with the installed calmock, and with only the given variables. */
function start(command: readonly string[], env: Readonly<Record<string, string>>, cwd = folder) {
  const [file = '', ...args] = command
  const PATH = [join(scratch, 'bin'), process.env.PATH].join(delimiter)
  const child = spawn(file, args, { cwd, env: { PATH, ...env }, stdio: 'ignore' })
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exit
  })
  return { child, exit }
}

/** Starts the service `mock` of compose.yaml as the Dockerfile does. Its port is free, its state file temporary. */
async function startMock() {
  const port = await findFreePort()
  const entry: readonly string[] = JSON.parse(read('ENTRYPOINT'))
  const { environment, command } = services.mock
  const mock = start([...entry, ...command], {
    ...environment,
    CALMOCK_TOKEN: 'secret',
    CALMOCK_PORT: String(port),
    CALMOCK_STATE: environment.CALMOCK_STATE.replace(/^/, scratch),
  })
  const [, check = ''] = / CMD (.*)/.exec(dockerfile) ?? []
  const isHealthy = () => spawnSync('sh', ['-c', check.replace('4747', String(port))]).status === 0
  const url = `http://127.0.0.1:${port}`
  return { ...mock, url, isHealthy }
}

test('the Dockerfile has no faults, an exact version of Node, and a user without privileges', () => {
  expect(validate(dockerfile)).toEqual([])
  expect(read('FROM')).toMatch(/^node:\d+\.\d+\.\d+-alpine$/)
  expect(read('USER')).toBe('node')
})

test('the Dockerfile installs the version of calmock of package.json', async () => {
  const { version } = JSON.parse(await readFile(join(packed.folder, 'package.json'), 'utf8'))
  expect(read('ARG')).toBe(`CALMOCK=calmock@${version}`)
})

test('the files, volumes, images and services that compose.yaml names exist', async () => {
  const { mock, app } = services
  await access(join(folder, mock.build, 'Dockerfile'))
  expect(mock.volumes).toEqual(Object.keys(volumes).map((name) => `${name}:${read('VOLUME')}`))
  expect(app.image).toBe(read('FROM'))
  expect(Object.keys(services)).toEqual(
    expect.arrayContaining([
      ...Object.keys(app.depends_on),
      new URL(app.environment.API_URL).hostname,
    ]),
  )
  expect(mock.environment.CALMOCK_ALLOW_HOST).toBe(new URL(app.environment.API_URL).hostname)
  expect(mock.ports).toEqual([`127.0.0.1:${read('EXPOSE')}:${read('EXPOSE')}`])
})

test('the container becomes healthy, keeps writes in its volume, and ends at SIGTERM', async () => {
  const first = await startMock()
  await expect.poll(first.isHealthy, { timeout: 10_000 }).toBe(true)
  const events = '/en/cal/events/v1/events'
  const body = new URLSearchParams({ title: 'X', start_date: 'tomorrow', end_date: 'tomorrow' })
  const created = await fetch(first.url + events, { method: 'POST', body })
  const { id } = await created.json()
  expect((await fetch(`${first.url}/__calmock/health`)).status).toBe(401)
  first.child.kill('SIGTERM')
  expect(await first.exit).toBe(0)
  expect(first.isHealthy()).toBe(false)

  const second = await startMock()
  await expect.poll(second.isHealthy, { timeout: 10_000 }).toBe(true)
  expect((await fetch(`${second.url}${events}/${id}`)).status).toBe(200)
})

test('the app of compose.yaml shows events of the mock', async () => {
  const mock = await startMock()
  await expect.poll(mock.isHealthy, { timeout: 10_000 }).toBe(true)
  const { command, environment } = services.app
  const port = String(await findFreePort())
  const path = new URL(environment.API_URL).pathname
  start(command, { API_URL: mock.url + path, PORT: port }, join(folder, 'app'))
  const readPage = () => fetch(`http://127.0.0.1:${port}`).then((page) => page.text(), String)
  await expect
    .poll(readPage, { timeout: 10_000 })
    .toMatch(/(<li>\d{4}-\d\d-\d\d [^<]+<\/li>\n?){5}/)
})
