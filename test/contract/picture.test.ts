import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawPoster, imagesPath, parseImagePath } from '../../src/contract/params/image.ts'
import { createTestMock, NOW, ORIGIN } from '../call.ts'

const size = { width: 1200, height: 900 }

/** Returns the unescaped text of each line of a poster. */
const readLines = (svg: string) =>
  [...svg.matchAll(/<tspan [^>]*>([^<]*)<\/tspan>/g)].map(([, line = '']) =>
    line.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code))),
  )

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
    '',
    '/',
    '77.svg',
    '/77',
    '/77.png',
    '/77.SVG',
    '/x.svg',
    '/-7.svg',
    '/7.5.svg',
    '/77-300.svg',
    '/77-3x3.svg',
    '/77-99999x99999.svg',
    '/77-300x225.svg/',
    '/../77.svg',
    '/%37.svg',
    '/12345678901234567.svg',
    '/77.svg\n',
  ])('the path %j is rejected', (path) => {
    expect(parseImagePath(path)).toBeUndefined()
  })
})

describe('posters', () => {
  test.each([
    '<script>alert(1)</script>',
    '</text></svg><script>alert(1)</script>',
    '"><img src=x onerror=alert(1)>',
    "' onload='alert(1)",
    '&lt;b&gt; & &#60;',
    '<![CDATA[ ]]> <!-- x -->',
    'Rock & Roll "live" <now>',
  ])('the markup in the title %s is escaped', (title) => {
    const svg = drawPoster(title, 200, size)
    const tags = [...svg.matchAll(/<\/?(\w+)/g)].map(([, name]) => name)
    const ours = ['svg', 'defs', 'linearGradient', 'stop', 'rect', 'circle', 'text', 'tspan']
    expect(ours).toEqual(expect.arrayContaining([...new Set(tags)]))
    expect(svg).not.toMatch(/<!|<[^>]*\son\w+=/)
    expect(svg).not.toMatch(/&(?!#\d+;)/)
    expect(readLines(svg).join(' ').replace(/\s+/g, ' ')).toBe(title)
    expect(findUnbalanced(svg)).toEqual([])
  })

  test.each([
    ['Jazz Night', ['Jazz Night']],
    ['A long evening of music and words', ['A long evening of music ', 'and words']],
    ['मेला और संगीत', ['मेला और संगीत']],
    ['مهرجان القاهرة للموسيقى', ['مهرجان القاهرة للموسيقى']],
    ['音乐节', ['音乐节']],
    ['二零三零年北京国际爵士音乐节开幕之夜', ['二零三零年北京国际爵士音', '乐节开幕之夜']],
    ['', []],
    ['   ', []],
  ])('the title "%s" is wrapped into the lines %j', (title, lines) => {
    const trimmed = (all: readonly string[]) => all.map((line) => line.trim())
    expect(trimmed(readLines(drawPoster(title, 0, size)))).toEqual(trimmed(lines))
  })

  test.each([
    'word '.repeat(200),
    'x'.repeat(500),
    '音'.repeat(300),
    'मेला '.repeat(100),
    'музыка '.repeat(100),
  ])('a very long title has at most four lines: %s', (title) => {
    const svg = drawPoster(title, 10, size)
    expect(readLines(svg).length).toBeLessThanOrEqual(4)
    expect(findUnbalanced(svg)).toEqual([])
  })

  test.each([
    [1200, 900],
    [150, 150],
  ])('a poster of %d by %d pixels has that size and keeps its proportions', (width, height) => {
    const svg = drawPoster('Jazz', 77, { width, height })
    expect(svg).toContain(`width="${width}" height="${height}" viewBox="0 0 1200 900"`)
  })

  test('the hue alone determines the colours', () => {
    expect(drawPoster('Jazz', 77, size)).toBe(drawPoster('Jazz', 77, size))
    expect(drawPoster('Jazz', 78, size)).not.toBe(drawPoster('Jazz', 77, size))
    for (let hue = 0; hue < 360; hue++) {
      const hues = [...drawPoster('x', hue, size).matchAll(/hsl\((\d+) /g)].map(([, h]) =>
        Number(h),
      )
      expect(hues.every((h) => h >= 0 && h < 360)).toBe(true)
    }
  })
})

test('markup in a title from the database is escaped in the served picture', async () => {
  const service = createTestMock({ now: NOW, events: 3 })
  const get = (path: string) =>
    service.handle({ method: 'GET', origin: ORIGIN, path, query: '', header: () => undefined })
  const list = await get('/de/cal/events/v1/events')
  const { url, id } = JSON.parse(list.body).events[0].image
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
  expect(readLines(reply.body).join('')).toBe('<script>alert(1)</script>')
})

test('a poster of any title contains only characters that XML accepts', () => {
  const invalid = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u
  const anyTitle = fc.string({ unit: 'binary' }).map((text) => `a${text}\u0000\uD800\uFFFE b`)
  fc.assert(
    fc.property(anyTitle, fc.nat(), (title, hue) => {
      const svg = drawPoster(title, hue, size)
      expect(svg).not.toMatch(invalid)
      expect(findUnbalanced(svg)).toEqual([])
      expect(readLines(svg).join(' ')).toContain('a')
    }),
  )
})
