import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, spawned } from '../cli/program.ts'
import { findFreePort } from '../free-port.ts'

const root = new URL('../..', import.meta.url).pathname
const nginx = process.env.NGINX_PATH ?? 'nginx'
const hasNginx = spawnSync(nginx, ['-v']).status === 0
const token = 'secret'
const names = Array.from({ length: 20 }, (_, n) => `pr-${n + 1}`)
const list = 'hi/cal/events/v1/events?per_page=1'

/** Runs nginx with the text of an example in a folder, and waits until a URL answers. */
async function runNginx(folder: string, example: string, isReady: () => Promise<boolean>) {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${name};`)
    .join(' ')
  const settings = `daemon off; master_process off; pid nginx.pid; error_log stderr;
    events {} http { access_log off; ${temporary} ${example} }`
  await writeFile(join(folder, 'nginx.conf'), settings)
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  await expect.poll(() => isReady().catch(String)).toBe(true)
}

const createFolder = () => mkdtemp(join(tmpdir(), 'calmock-nginx-'))

/** Returns an example with other ports. */
async function readExample(name: string, ports: Readonly<Record<string, string>>): Promise<string> {
  const example = await readFile(join(root, 'examples/nginx', name), 'utf8')
  return example.replace(/(?<=listen |127\.0\.0\.1:)\d+/g, (port) => ports[port] ?? port)
}

/** Runs two servers behind nginx. */
async function runServers(flagsFor: (url: string) => readonly string[]) {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const flags = ['--port', '0', '--events', '10', '--token', token, ...flagsFor(url)]
  const programs = [spawned(flags), spawned(flags)]
  const origins = await Promise.all(programs.map(addressOf))
  const [first, second] = origins.map((origin) => new URL(origin).port)
  const ports = { 4801: `${first}`, 4802: `${second}`, 8080: `${port}` }
  const isReady = async () => (await fetch(url)).ok
  await runNginx(await createFolder(), await readExample('calmock.conf', ports), isReady)
  return { url, programs, origins }
}

const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
const read = async (url: string, init?: RequestInit) => (await fetch(url, init)).json()

async function listWorlds(origin: string): Promise<readonly string[]> {
  const { worlds } = await read(`${origin}/__calmock/worlds`, { headers })
  return worlds.map(({ name }: { name: string }) => name).slice(1)
}

const proxies = {
  '--trust-proxy': () => ['--trust-proxy'],
  '--public-url': (url: string) => ['--public-url', url],
}

test.skipIf(!hasNginx).each(Object.entries(proxies))(
  'the example of nginx passes all requests of a world to the same process with %s',
  async (_, flagsFor) => {
    const { url, programs, origins } = await runServers(flagsFor)
    const event = { title: 'Probe', start_date: 'tomorrow', end_date: 'tomorrow' }
    const body = JSON.stringify(event)
    for (const name of names) {
      const events = `${url}/~${name}/hi/cal/events/v1/events`
      const created = await read(events, { method: 'POST', headers, body })
      expect(created.url).toBe(`${url}/~${name}/hi/event/probe/`)
    }
    const { total } = await read(`${url}/${list}`)
    for (const name of names) {
      const byHeader = await read(`${url}/${list}`, { headers: { 'x-calmock-world': name } })
      const byCookie = await read(`${url}/${list}`, {
        headers: { cookie: `calmock_world=${name}` },
      })
      expect([byHeader.total, byCookie.total]).toEqual([total + 1, total + 1])
    }
    const [first = [], second = []] = await Promise.all(origins.map(listWorlds))
    expect([...first, ...second].sort()).toEqual([...names].sort())
    expect([first.length > 0, second.length > 0]).toEqual([true, true])

    const [removed, ...others] = first
    const world = `${url}/__calmock/worlds/${removed}`
    expect((await fetch(world, { method: 'DELETE', headers })).status).toBe(204)
    expect(await listWorlds(`${origins[0]}`)).toEqual(others)

    const create = { method: 'POST', headers, body: `{"name":"${removed}"}` }
    const created = await fetch(`${url}/~${removed}/__calmock/worlds`, create)
    expect([201, 409]).toContain(created.status)
    expect(await listWorlds(`${origins[0]}`)).toEqual([...others, removed])

    programs[1]?.child.kill('SIGKILL')
    await programs[1]?.exit
    expect((await fetch(`${url}/~${second[0]}/${list}`)).status).toBe(502)
    expect((await fetch(`${url}/~${others[0]}/${list}`)).status).toBe(200)
  },
)

/** Sends a GET request and accepts any certificate. */
const getInsecurely = (url: string) =>
  new Promise<string>((resolve, reject) => {
    const request = get(url, { rejectUnauthorized: false }, async (response) =>
      resolve(await text(response)),
    )
    request.on('error', reject)
  })

test.skipIf(!hasNginx)('the example of nginx with TLS serves the mock below a path', async () => {
  const origin = await addressOf(spawned(['--port', '0', '--trust-proxy', '--token', token]))
  const port = await findFreePort()
  const folder = await createFolder()
  const flags = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=example.com']
  const files = ['-keyout', 'example.com.key', '-out', 'example.com.pem']
  spawnSync('openssl', ['req', ...flags, ...files], { cwd: folder })
  const ports = { 443: String(port), 4747: new URL(origin).port }
  const example = (await readExample('prefix.conf', ports)).replaceAll('/etc/ssl', folder)
  const url = `https://127.0.0.1:${port}/mock`
  await runNginx(folder, example, async () => (await getInsecurely(url)).length > 0)
  const { events } = JSON.parse(await getInsecurely(`${url}/${list}`))
  expect(events[0].url).toMatch(`${url}/hi/event/`)
  expect(await getInsecurely(`${url}/__calmock/health`)).toContain('calmock_no_token')
  expect(await getInsecurely(`${url}/`)).toContain(`"${url}/hi/cal/events/v1"`)
})
