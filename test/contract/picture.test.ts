import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { imagesPath, parseImagePath } from '../../src/contract/params/image.ts'
import { bodyText } from '../../src/engine/http-message.ts'
import { drawPoster } from '../../src/poster/draw-poster.ts'
import { anyText } from '../any-text.ts'
import { createTestMock, NOW, ORIGIN } from '../call.ts'
import { readLines } from '../poster/titles.ts'

const size = { width: 1200, height: 900 }

const draw = (title: string, hue = 0) => drawPoster({ title, hue, motif: 'music' }, size)

/** Returns the elements without a matching start or end tag. */
function findUnbalanced(svg: string): string[] {
  const open: string[] = []
  for (const [, slash, name = '', , end] of svg.matchAll(
    /<(\/?)(\w+)((?:"[^"]*"|[^">])*?)(\/?)>/g,
  )) {
    if (end) continue
    if (!slash) open.push(name)
    else if (open.pop() !== name) return [name]
  }
  return open
}

describe('paths of pictures', () => {
  test.each([
    ['/77.svg', { id: 77, width: 1200, height: 900 }],
    ['/77-300x225.svg', { id: 77, width: 300, height: 225 }],
    ['/150-150x150.svg', { id: 150, width: 150, height: 150 }],
  ])('the path %s parses as %j', (path, asked) => {
    expect(parseImagePath(path)).toEqual(asked)
  })

  test.each([
    ...'|/|77.svg|/77|/77.png|/77.SVG|/x.svg|/-7.svg|/7.5.svg|/77-300.svg|/77-3x3.svg'.split('|'),
    ...'/77-99999x99999.svg|/77-300x225.svg/|/../77.svg|/%37.svg'.split('|'),
    ...'/12345678901234567.svg|/77.svg\n'.split('|'),
  ])('the path %j is rejected', (path) => {
    expect(parseImagePath(path)).toBeUndefined()
  })
})

describe('posters', () => {
  test.each([
    ['<script>alert(1)</script>'],
    ['</text></svg><script>alert(1)</script>'],
    ['"><img src=x onerror=alert(1)>'],
    ["' onload='alert(1)"],
    ['&lt;b&gt; & &#60;'],
    ['<![CDATA[ ]]> <!-- x -->'],
    ['Rock & Roll "live" <now>'],
  ])('the markup in the title %s is escaped', (title) => {
    const svg = draw(title, 200)
    const tags = [...svg.matchAll(/<\/?(\w+)/g)].map(([, name]) => name)
    const ours = ['svg', 'g', 'rect', 'circle', 'path', 'text']
    expect(ours).toEqual(expect.arrayContaining([...new Set(tags)]))
    expect(svg).not.toMatch(/<!|<[^>]*\son\w+=/)
    expect(svg).not.toMatch(/&(?!#\d+;)/)
    const letters = (text: string) => text.replace(/[\s-]/g, '') // a long word gets hyphens
    expect(letters(readLines(svg).join(''))).toBe(letters(title))
    expect(findUnbalanced(svg)).toEqual([])
  })

  test.each([
    [1200, 900, '0 0 1200 900'],
    [300, 225, '0 0 1200 900'],
    [150, 150, '0 0 900 900'],
  ])('a poster of %d by %d pixels has that size', (width, height, viewBox) => {
    const svg = drawPoster({ title: 'Jazz', hue: 77, motif: '' }, { width, height })
    expect(svg).toContain(`width="${width}" height="${height}" viewBox="${viewBox}"`)
  })
})

test('markup in a title from the database is escaped in the served picture', async () => {
  const service = createTestMock({ now: NOW, events: 3 })
  const get = (path: string) =>
    service.handle({ method: 'GET', origin: ORIGIN, path, query: '', header: () => undefined })
  const list = await get('/de/cal/events/v1/events')
  const { url, id } = JSON.parse(bodyText(list.body)).events[0].image
  service.db.picture.update({
    where: { id: { equals: id } },
    data: { title: '<script>alert(1)</script>' },
  })
  const reply = await get(url.slice(ORIGIN.length))
  expect([reply.status, reply.headers['Content-Type']]).toEqual([
    200,
    'image/svg+xml; charset=UTF-8',
  ])
  expect(url.slice(ORIGIN.length)).toBe(`${imagesPath}/${id}.svg`)
  expect(reply.body).not.toContain('<script')
  expect(readLines(bodyText(reply.body)).join('')).toBe('<script>alert(1)</script>')
})

test('with plainPosters, images have no text, in their files and in data URLs', async () => {
  const service = createTestMock({ now: NOW, events: 3, sites: ['en'], plainPosters: true })
  const get = (path: string, pictures?: string) =>
    service.handle({
      method: 'GET',
      origin: ORIGIN,
      path,
      query: '',
      header: (name) => (name === 'x-calmock-pictures' ? pictures : undefined),
    })
  const readUrl = async (pictures?: string): Promise<string> =>
    JSON.parse(bodyText((await get('/en/cal/events/v1/events', pictures)).body)).events[0].image.url
  const file = bodyText((await get((await readUrl()).slice(ORIGIN.length))).body)
  expect(file).toContain('<circle')
  expect(file).not.toContain('<text')
  expect(await readUrl('data')).toBe(`data:image/svg+xml,${encodeURIComponent(file)}`)
})

test('a poster of any title contains only characters that XML accepts', () => {
  const invalid = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
  const anyTitle = anyText.map((text) => `a${text}\u0000\uD800\uFFFE b`)
  fc.assert(
    fc.property(anyTitle, fc.nat(), (title, hue) => {
      const svg = draw(title, hue % 360)
      expect(svg).not.toMatch(invalid)
      expect(findUnbalanced(svg)).toEqual([])
      expect(readLines(svg).join(' ')).toContain('a')
    }),
  )
})
