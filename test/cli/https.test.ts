import type { X509Certificate } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createSelfSigned } from '../../src/cli/tls/self-signed.ts'
import { ended, serving, start } from './program.ts'

let folder: string
const file = (name: string): string => join(folder, name)
const stored = (): string => file('calmock/localhost.cert.pem')

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-https-'))
})
afterEach(() => rm(folder, { recursive: true }))

const servingHttps = (...argv: readonly string[]) =>
  serving(['--https', '--log-format', 'off', '--events', '10', ...argv], { XDG_CACHE_HOME: folder })

/** Returns status and body of a request by a client that trusts one certificate alone. */
const fetchTrusting = (ca: string, url: string): Promise<{ status?: number; body: string }> =>
  new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, async (response) => {
      const chunks = await response.toArray()
      resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() })
    }).on('error', reject)
  })

/** Returns the certificate that a server presents. */
const readPresented = (url: string): Promise<X509Certificate | undefined> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname, { rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate())
      socket.destroy()
    }).on('error', reject)
  })

async function writePair(name: string) {
  const pair = createSelfSigned(Date.now())
  await writeFile(file(`${name}.cert.pem`), pair.cert)
  await writeFile(file(`${name}.key.pem`), pair.key)
  return { ...pair, argv: ['--cert', file(`${name}.cert.pem`), '--key', file(`${name}.key.pem`)] }
}

describe('calmock serve --https', () => {
  test('a client that trusts the printed certificate uses the API, and links start with https', async () => {
    const { url, stdout } = await servingHttps()
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(stdout.text).toContain(`  ${url}/de/cal/events/v1\n`)
    expect(stdout.text).toContain(`  self-signed certificate: ${stored()}\n`)
    const ca = await readFile(stored(), 'utf8')
    for (const name of ['127.0.0.1', 'localhost']) {
      const base = url.replace('127.0.0.1', name)
      const { status, body } = await fetchTrusting(ca, `${base}/de/cal/events/v1/events`)
      expect([status, JSON.parse(body).rest_url]).toEqual([
        200,
        expect.stringContaining(`${base}/de/cal/events/v1/events`),
      ])
    }
  })

  test('a client that does not trust the certificate is rejected, and the server continues', async () => {
    const { url, stderr } = await servingHttps()
    await expect(fetch(url)).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    const ca = await readFile(stored(), 'utf8')
    expect((await fetchTrusting(ca, `${url}/__calmock/health`)).status).toBe(200)
    expect(stderr.text).toBe('')
  })

  test('the certificate is for localhost alone, is no authority, and stays the same', async () => {
    const { url } = await servingHttps()
    const first = await readPresented(url)
    expect(first?.subjectAltName).toBe(
      'DNS:localhost, IP Address:127.0.0.1, IP Address:0:0:0:0:0:0:0:1',
    )
    expect(first?.ca).toBe(false)
    const days = (Date.parse(first?.validTo ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(396)
    expect(days).toBeLessThan(398)
    const again = await servingHttps()
    expect((await readPresented(again.url))?.fingerprint256).toBe(first?.fingerprint256)
    expect((await stat(file('calmock/localhost.key.pem'))).mode & 0o077).toBe(0)
  })

  test.each([
    {
      what: 'expires within 30 days',
      change: () => writeFile(stored(), createSelfSigned(Date.now() - 370 * 86_400_000).cert),
    },
    { what: 'is damaged', change: () => writeFile(stored(), 'certificate') },
    {
      what: 'has another key',
      change: () => writeFile(stored(), createSelfSigned(Date.now()).cert),
    },
  ])('a stored certificate that $what is replaced', async ({ change }) => {
    await servingHttps()
    await change()
    const damaged = await readFile(stored(), 'utf8')
    const { url } = await servingHttps()
    const ca = await readFile(stored(), 'utf8')
    expect(ca).not.toBe(damaged)
    expect((await fetchTrusting(ca, `${url}/__calmock/health`)).status).toBe(200)
  })

  test('a folder that cannot be written to causes a warning, and the server starts', async () => {
    await writeFile(file('calmock'), '')
    const { url, stdout, stderr } = await servingHttps()
    expect(stderr.text).toMatch(/^calmock: warning: the certificate is valid for this start only: /)
    expect(stdout.text).not.toContain('self-signed')
    expect(await readPresented(url)).toBeDefined()
  })

  test('plain HTTP receives an error that names https', async () => {
    const { url } = await servingHttps()
    const response = await fetch(url.replace('https', 'http'), { method: 'POST', body: 'x' })
    expect([response.status, await response.json()]).toEqual([
      400,
      {
        code: 'calmock_https_required',
        message: 'This server speaks HTTPS; use a URL that starts with https.',
        data: { status: 400 },
      },
    ])
  })

  test('--log-format json names the certificate in the ready line', async () => {
    const { stdout } = await servingHttps('--log-format', 'json')
    expect(JSON.parse(stdout.text)).toMatchObject({
      event: 'ready',
      url: expect.stringMatching(/^https:/),
      certificate: stored(),
    })
  })

  test('--cert and --key are used, and --watch reloads them', async () => {
    const own = await writePair('own')
    const { url, stdout, stderr } = await servingHttps(...own.argv, '--watch')
    expect(stdout.text).not.toContain('self-signed')
    expect((await fetchTrusting(own.cert, `${url}/__calmock/health`)).status).toBe(200)
    const next = await writePair('next')
    await cp(file('next.key.pem'), file('own.key.pem'))
    await stderr.shows(/own\.key\.pem not reloaded: --key .* does not belong to --cert/)
    await cp(file('next.cert.pem'), file('own.cert.pem'))
    await stderr.shows(/own\.cert\.pem reloaded\n/)
    expect((await fetchTrusting(next.cert, `${url}/__calmock/health`)).status).toBe(200)
  })

  test('the config file and the environment set it too', async () => {
    const own = await writePair('own')
    const config = file('calmock.config.json')
    const [, cert, , key] = own.argv
    await writeFile(config, JSON.stringify({ https: true, cert, key }))
    const { url } = await serving(['--config', config, '--log-format', 'off', '--empty'])
    expect((await fetchTrusting(own.cert, `${url}/__calmock/health`)).status).toBe(200)
    const variables = { CALMOCK_HTTPS: '1', XDG_CACHE_HOME: folder }
    const other = await serving(['--log-format', 'off', '--empty'], variables)
    expect(other.url).toMatch(/^https:/)
  })
})

describe('calmock serve rejects with exit code 2', () => {
  test.each([
    {
      argv: ['--cert', 'a.pem'],
      says: '--cert without --https; add it to serve over HTTPS',
    },
    {
      argv: ['--cert', 'a.pem', '--key', 'b.pem'],
      says: '--cert and --key without --https; add it to serve over HTTPS',
    },
    {
      argv: ['--https', '--cert', 'a.pem'],
      says: '--cert needs --key too; without both, calmock creates a certificate for localhost',
    },
    {
      argv: ['--https', '--key', 'a.pem'],
      says: '--key needs --cert too; without both, calmock creates a certificate for localhost',
    },
    {
      argv: ['--https', '--cert', 'missing.pem', '--key', 'package.json'],
      says: '--cert "missing.pem" does not exist; expected a file in PEM format',
    },
    {
      argv: ['--https', '--cert', 'src', '--key', 'package.json'],
      says: '--cert "src" cannot be read: EISDIR; expected a file in PEM format',
    },
    {
      argv: ['--https', '--cert', 'package.json', '--key', 'package.json'],
      says: '--cert "package.json" is not a certificate; expected a certificate in PEM format',
    },
  ])('$argv', async ({ argv, says }) => {
    const { code, stdout, stderr } = await ended(start(['--port', '0', ...argv]))
    expect([code, stdout, stderr]).toEqual([2, '', `calmock: ${says}\n`])
  })

  test('a key that does not belong to the certificate, and a file that is no key', async () => {
    await writePair('own')
    await writePair('other')
    const [cert, key] = [file('own.cert.pem'), file('other.key.pem')]
    const startWith = (key: string) =>
      start(['--port', '0', '--https', '--cert', cert, '--key', key])
    const wrong = await ended(startWith(key))
    expect([wrong.code, wrong.stderr]).toEqual([
      2,
      `calmock: --key "${key}" does not belong to --cert "${cert}"; expected the private key that the certificate was created with\n`,
    ])
    const none = await ended(startWith(cert))
    expect([none.code, none.stderr]).toEqual([
      2,
      `calmock: --key "${cert}" is not a private key; expected a private key in PEM format without a passphrase\n`,
    ])
  })
})
