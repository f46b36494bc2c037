import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findFreePort } from '../free-port.ts'
import { pack } from '../packed.ts'

const folder = new URL('../../examples/docker/', import.meta.url).pathname
const [, base = ''] = /^FROM (.*)$/m.exec(await readFile(`${folder}Dockerfile`, 'utf8')) ?? []
const name = `calmock-test-${process.pid}`

/** The engine with the base image of the Dockerfile; the test downloads no images. */
const engine = ['docker', 'podman'].find(
  (engine) => spawnSync(engine, ['image', 'inspect', base]).status === 0,
)

const call = async (...args: readonly string[]) =>
  (await promisify(execFile)(engine ?? '', args, { cwd: folder })).stdout.trim()

describe.skipIf(!engine)('a container of examples/docker', () => {
  let url: string

  beforeAll(async () => {
    const packed = await pack()
    const tarball = await readFile(packed.tarball)
    const registry = createServer((_, response) => response.end(tarball))
    await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
    const { port } = registry.address() as AddressInfo // a listening TCP server has a port
    const source = `CALMOCK=http://127.0.0.1:${port}/calmock.tgz`
    await call('build', '--network', 'host', '--build-arg', source, '--tag', name, '.')
    registry.close()
    await packed.remove()
  })

  beforeAll(async () => {
    const port = await findFreePort()
    url = `http://127.0.0.1:${port}`
    const variables = [`CALMOCK_PORT=${port}`, 'CALMOCK_TOKEN=secret']
    const state = ['-e', 'CALMOCK_STATE=/data/calmock.state', '-v', `${name}:/data`]
    const limits = ['--read-only', '--cap-drop', 'all', '--security-opt', 'no-new-privileges']
    const flags = [...limits, ...state, ...variables.flatMap((variable) => ['-e', variable])]
    await call('run', '-d', '--name', name, '--network', 'host', ...flags, name, '--sites', 'en')
  })

  afterAll(async () => {
    await call('rm', '--force', name)
    await call('volume', 'rm', name)
    await call('rmi', name)
  })

  const countEvents = () =>
    fetch(`${url}/en/cal/events/v1/events?_fields=total`)
      .then((response) => response.json())
      .then(({ total }) => total, String)

  test('it answers as a user without privileges, and ends at SIGTERM with its state saved', async () => {
    await expect.poll(countEvents, { timeout: 10_000 }).toBeGreaterThan(30)
    const total = await countEvents()
    expect(await call('exec', name, 'id', '-un')).toBe('node')
    const headers = { Authorization: 'Bearer secret' }
    expect((await fetch(`${url}/__calmock/health`, { headers })).status).toBe(200)
    const body = new URLSearchParams({ title: 'X', start_date: 'tomorrow', end_date: 'tomorrow' })
    await fetch(`${url}/en/cal/events/v1/events`, { method: 'POST', body })

    await call('stop', name)
    expect(await call('inspect', '--format', '{{.State.ExitCode}}', name)).toBe('0')
    await call('start', name)
    await expect.poll(countEvents, { timeout: 10_000 }).toBe(total + 1)
  }, 60_000)
})
