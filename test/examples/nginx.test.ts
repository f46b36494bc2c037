import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, spawned } from '../cli/program.ts'
import { findFreePort } from '../free-port.ts'

const example = new URL('../../examples/nginx/calmock.conf', import.meta.url)
const nginx = process.env.NGINX_PATH ?? 'nginx'
const hasNginx = spawnSync(nginx, ['-v']).status === 0

/** Sends a GET request and accepts any certificate. */
const getInsecurely = (url: string) =>
  new Promise<string>((resolve, reject) => {
    const request = get(url, { rejectUnauthorized: false }, async (response) =>
      resolve(await text(response)),
    )
    request.on('error', reject)
  })

/** Runs nginx with the example in front of a server. Returns the URL of the mock. */
async function runNginx(origin: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'calmock-nginx-'))
  const certificates = new URL('../cli/certificates/own', import.meta.url).pathname
  const port = await findFreePort()
  const server = (await readFile(example, 'utf8'))
    .replace('listen 443', `listen ${port}`)
    .replace('127.0.0.1:4747', new URL(origin).host)
    .replace('/etc/ssl/example.com.pem', `${certificates}.cert.pem`)
    .replace('/etc/ssl/example.com.key', `${certificates}.key.pem`)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${name};`)
    .join(' ')
  const settings = `daemon off; master_process off; pid nginx.pid; error_log stderr;
    events {} http { access_log off; ${temporary} ${server} }`
  await writeFile(join(folder, 'nginx.conf'), settings)
  const child = spawn(nginx, ['-p', folder, '-c', 'nginx.conf'], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.on('close', resolve))
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true })
  })
  const url = `https://127.0.0.1:${port}/mock`
  await expect.poll(() => getInsecurely(url).catch(() => '')).not.toBe('')
  return url
}

test.skipIf(!hasNginx)('the example of nginx with TLS serves the mock below a path', async () => {
  const flags = ['--port', '0', '--trust-proxy', '--token', 'secret']
  const url = await runNginx(await addressOf(spawned(flags)))
  const list = await getInsecurely(`${url}/hi/cal/events/v1/events?per_page=1`)
  expect(JSON.parse(list).events[0].url).toMatch(`${url}/hi/event/`)
  expect(await getInsecurely(`${url}/__calmock/health`)).toContain('calmock_no_token')
  expect(await getInsecurely(`${url}/`)).toContain(`"${url}/hi/cal/events/v1"`)
})
