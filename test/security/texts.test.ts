import { mkdir, readdir, readFile, symlink } from 'node:fs/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { listen } from '../../src/http/server.ts'
import { createTestMock, fresh, over } from '../call.ts'
import { ended, start } from '../cli/program.ts'
import { useFolder } from '../folder.ts'
import { DE, make } from '../http/world.ts'
import { raw } from './raw.ts'

const HTML = { accept: 'text/html' }
const MARKUP = `</title></text><script>alert(1)</script><img src=x onerror=alert(2)>&"'`

describe('markup in texts of users', () => {
  test('a poster escapes markup', async () => {
    const service = createTestMock({ events: 12 })
    const call = over(service)
    const { records, ...state } = service.snapshot()
    const { body } = await call('GET', `${DE}/events?per_page=1`)
    const picture = new URL(body.events[0].image.url)
    const id = body.events[0].image.id
    const row = {
      ...service.db.picture.findFirst({ where: { id: { equals: Number(id) } } }),
      title: MARKUP,
    }
    await call('PUT', '/__calmock/world', {
      json: { ...state, records: { ...records, picture: { [id]: row } } },
    })
    const { status, text, headers } = await call('GET', picture.pathname)
    expect(status).toBe(200)
    expect(text).toContain('&#60;')
    expect(text).not.toMatch(/<(script|img)/)
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('JSON responses have a JSON content type and forbid content sniffing', async () => {
    const call = fresh({ empty: true })
    await make(call, 'tags', { name: 'A < B', description: MARKUP })
    for (const target of [
      `${DE}/tags?hide_empty=false`,
      `${DE}/tags/nothing${encodeURIComponent(MARKUP)}`,
      `${DE}/events?featured=${encodeURIComponent(MARKUP)}`,
      `/${encodeURIComponent(MARKUP)}`,
    ]) {
      const { headers } = await call('GET', target, { headers: { accept: 'text/html' } })
      expect(headers.get('content-type')).toBe('application/json; charset=UTF-8')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('the list of sites escapes the host name', async () => {
    const { port, close } = await listen(createTestMock({ empty: true }), { allowHost: ['*'] })
    onTestFinished(close)
    const { text } = await raw(port, '/', { host: 'a"><script>alert(1)</script>', ...HTML })
    expect(text).toContain(`http://127.0.0.1:${port}/de/cal/events/v1`)
    expect(text).not.toContain('<script')
  })

  test('the dashboard writes no HTML', async () => {
    const paths = await readdir('src/dashboard', { recursive: true })
    const files = paths.filter((path) => /\.[jt]sx?$/.test(path))
    expect(files.length).toBeGreaterThan(20)
    expect(files).toContain('requests/request-details.tsx')
    const writers = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySet/i
    for (const path of files)
      expect(await readFile(`src/dashboard/${path}`, 'utf8'), path).not.toMatch(writers)
  })
})

describe('file access', () => {
  test.each([
    ...'/../../../../etc/passwd /__calmock/pictures/../../../etc/passwd'.split(' '),
    ...'/__calmock/pictures/..%2f..%2f..%2fetc%2fpasswd file:///etc/passwd'.split(' '),
    ...'/__calmock/pictures/%2e%2e/%2e%2e/package.json'.split(' '),
    ...'/__calmock/pictures/..\\..\\package.json /__calmock/pictures//etc/passwd'.split(' '),
    ...'/__calmock/pictures/1.svg%00.png /~../de/cal/events/v1/tags'.split(' '),
    ...'/de/cal/events/v1/../../../../package.json http://localhost/../package.json'.split(' '),
  ])('the server returns no file for %s', async (path) => {
    const { port, close } = await listen(createTestMock({ empty: true }))
    onTestFinished(close)
    const { status, text } = await raw(port, path, HTML)
    expect([400, 404]).toContain(status)
    expect(JSON.parse(text).data.status).toBe(status)
  })

  const at = useFolder()
  test('calmock export writes only into the given folder', async () => {
    await mkdir(at('mine'))
    const before = await readdir('.')
    const flags = ['--events', '3', '--sites', 'de', '--now', '2030-01-07']
    expect((await ended(start(['export', at('mine/out'), ...flags]))).code).toBe(0)
    expect(await readdir(at())).toEqual(['mine'])
    expect(await readdir(at('mine'))).toEqual(['out'])
    expect(await readdir('.')).toEqual(before)
  })

  test('calmock export --force does not write through a link in the folder', async () => {
    await mkdir(at('elsewhere'))
    await mkdir(at('linked'))
    await symlink(at('elsewhere'), at('linked/packs'))
    const { code, stderr } = await ended(
      start(['export', at('linked'), '--force', '--events', '3']),
    )
    expect([code, stderr]).toEqual([1, expect.stringContaining('packs is not a folder; remove it')])
    expect([await readdir(at('elsewhere')), await readdir(at('linked'))]).toEqual([[], ['packs']])
  })
})

const foreign = [
  ...['javascript:alert(1)', 'JavaScript://a.test/%0aalert(1)', 'data:text/html,<b>x</b>'],
  ...['vbscript:x', 'file:///etc/passwd', 'ftp://a.test/b', 'blob:https://a.test/1'],
]

test.each(foreign)(
  'no record shows the address %s, because pages, calendars and feeds link it',
  async (address) => {
    const call = fresh({ sites: ['en'] })
    const night = {
      title: 'Night',
      start_date: '2030-02-01 20:00:00',
      end_date: '2030-02-01 23:00:00',
    }
    const bodies: [string, object][] = [
      ['events', night],
      ['venues', { venue: 'Hall' }],
      ['organizers', { organizer: 'Band' }],
    ]
    for (const [path, body] of bodies)
      for (const field of ['image', 'website']) {
        const post = (url: string) =>
          call('POST', `/en/cal/events/v1/${path}`, { json: { ...body, [field]: url } })
        expect([path, field, (await post(address)).status]).toEqual([path, field, 400])
        expect((await post('HTTPS://a.test/b.jpg')).status).toBe(201)
      }
  },
)
