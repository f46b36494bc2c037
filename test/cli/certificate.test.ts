import { cp, readFile, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { connect } from 'node:net'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { listen } from '../../src/http/server.ts'
import { createTestMock } from '../call.ts'
import { useFolder } from '../folder.ts'
import { errorOf, serving } from './program.ts'

/** Certificates for localhost, valid until 2126: `openssl req -x509 -days 36500 -subj /CN=localhost`. */
const stored = (name: string): string => join(import.meta.dirname, 'certificates', name)
const flagsOf = (name: string): readonly string[] => [
  ...['--cert', stored(`${name}.cert.pem`)],
  ...['--key', stored(`${name}.key.pem`)],
]
const serve = (argv: readonly string[], env = {}) =>
  serving(['--log-format', 'off', '--events', '10', ...argv], env)

/** Returns status and body of a request by a client that trusts one certificate alone. */
const fetchTrusting = async (name: string, url: string): Promise<[number, string]> => {
  const ca = await readFile(stored(`${name}.cert.pem`), 'utf8')
  return new Promise((resolve, reject) => {
    get(url, { ca, agent: false }, async (response) =>
      resolve([response.statusCode ?? 0, await text(response)]),
    ).on('error', reject)
  })
}

const fetchHealth = async (name: string, url: string): Promise<number> =>
  (await fetchTrusting(name, `${url}/__calmock/health`))[0]

const file = useFolder()

describe('calmock serve --cert --key', () => {
  test('serves over HTTPS, and links start with https', async () => {
    const { url, stdout } = await serve(flagsOf('own'))
    expect(url).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/)
    expect(stdout.text).toContain(`  ${url}/de/cal/events/v1\n`)
    for (const name of ['127.0.0.1', 'localhost']) {
      const base = url.replace('127.0.0.1', name)
      const [status, body] = await fetchTrusting('own', `${base}/de/cal/events/v1/events`)
      expect([status, JSON.parse(body).rest_url]).toEqual([
        200,
        expect.stringContaining(`${base}/de/cal/events/v1/events`),
      ])
    }
  })

  test('a client that does not trust the certificate is rejected, and the server continues', async () => {
    const { url, stderr } = await serve(flagsOf('own'))
    await expect(fetch(url)).rejects.toMatchObject({
      cause: { code: 'DEPTH_ZERO_SELF_SIGNED_CERT' },
    })
    expect(await fetchHealth('own', url)).toBe(200)
    expect(stderr.text).toBe('')
  })

  test('plain HTTP receives an error that names https', async () => {
    const { url } = await serve(flagsOf('own'))
    const response = await fetch(url.replace('https', 'http'), { method: 'POST', body: 'x' })
    const message = 'This server speaks HTTPS; use a URL that starts with https.'
    const error = { code: 'calmock_https_required', message, data: { status: 400 } }
    expect([response.status, await response.json()]).toEqual([400, error])
  })

  test.each([
    ['the first byte', '16'],
    ['half of a handshake', '16030100a50100'],
  ])(
    'a client that stops after %s is disconnected within the time for headers',
    async (_, bytes) => {
      const [cert, key] = await Promise.all(
        ['cert', 'key'].map((part) => readFile(stored(`own.${part}.pem`), 'utf8')),
      )
      const tls = { cert: cert ?? '', key: key ?? '' }
      const { port, close } = await listen(createTestMock(), { tls, requestTimeout: 0.1 })
      const socket = connect(port, '127.0.0.1')
      socket.write(Buffer.from(bytes, 'hex'))
      expect(await buffer(socket)).toHaveLength(0)
      await close()
    },
  )

  test('--watch reloads them', async () => {
    const files = ['--cert', file('cert.pem'), '--key', file('key.pem')]
    await cp(stored('own.cert.pem'), file('cert.pem'))
    await cp(stored('own.key.pem'), file('key.pem'))
    const { url, stderr } = await serve([...files, '--watch'])
    expect(await fetchHealth('own', url)).toBe(200)
    await cp(stored('next.key.pem'), file('key.pem'))
    await stderr.shows(/key\.pem not reloaded: --key .* does not belong to --cert/)
    await cp(stored('next.cert.pem'), file('cert.pem'))
    await stderr.shows(/cert\.pem reloaded\n/)
    expect(await fetchHealth('next', url)).toBe(200)
  })

  test('the config file and the environment set them too', async () => {
    const [, cert = '', , key = ''] = flagsOf('own')
    const config = file('calmock.config.json')
    await writeFile(config, JSON.stringify({ cert, key }))
    const { url } = await serve(['--config', config])
    expect(await fetchHealth('own', url)).toBe(200)
    const other = await serve([], { CALMOCK_CERT: cert, CALMOCK_KEY: key })
    expect(other.url).toMatch(/^https:/)
  })
})

const [cert, key, otherKey] = ['own.cert.pem', 'own.key.pem', 'next.key.pem'].map(stored)
const purpose = 'expected the private key that the certificate was created with'

test.each([
  [['--cert', 'a.pem'], '--cert needs --key too'],
  [['--key', 'a.pem'], '--key needs --cert too'],
  [
    ['--cert', 'missing.pem', '--key', key],
    '--cert "missing.pem" does not exist; expected a file in PEM format',
  ],
  [
    ['--cert', 'src', '--key', key],
    '--cert "src" cannot be read: EISDIR; expected a file in PEM format',
  ],
  [
    ['--cert', 'package.json', '--key', key],
    '--cert "package.json" is not a certificate; expected a certificate in PEM format',
  ],
  [
    ['--cert', cert, '--key', otherKey],
    `--key "${otherKey}" does not belong to --cert "${cert}"; ${purpose}`,
  ],
  [
    ['--cert', cert, '--key', cert],
    `--key "${cert}" is not a private key; expected a private key in PEM format without a passphrase`,
  ],
])('calmock serve rejects %j', async (argv, says) => {
  expect(await errorOf(['--port', '0', ...argv.map(String)])).toBe(says)
})
