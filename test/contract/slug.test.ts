import { describe, expect, test } from 'vitest'
import { normalizeSlug, toSlug, withSuffix } from '../../src/contract/slug.ts'

/** Returns the percent-encoded text in lower case, as in slugs. */
const encodeSlug = (text: string) => encodeURIComponent(text).toLowerCase()

const MELA = 'मेला'

describe('slugs of titles', () => {
  test.each([
    ['JAZZ', 'jazz'],
    ['Ñandú, Ángel y Él', 'nandu-angel-y-el'],
    ['Çelik, Şimşek', 'celik-simsek'],
    ['Łódź', 'lodz'],
    ['Æsir, Œuvre, Øre, Þing', 'aesir-oeuvre-ore-thing'],
    ['cafe\u0301', 'cafe'],
    ['2030—2031 – live', '2030-2031-live'],
    ['snake_case', 'snake-case'],
    ['tab\tand\nline', 'tab-and-line'],
    ['no\u00a0break\u3000space', 'no-break-space'],
    ["don’t “stop” 'now'", 'dont-stop-now'],
    ['C++ & C#', 'c-c'],
    ['50%', '50'],
    ['<b>Bold</b> <i class="x">title</i>', 'bold-title'],
    ['1 < 2', '1-2'],
    ['🎉 Party 🎉', '%f0%9f%8e%89-party-%f0%9f%8e%89'],
    ['\ud800half', 'half'],
    ['', ''],
    ['---', ''],
    ['🎉', '%f0%9f%8e%89'],
    ['!?', ''],
  ])('the title %j returns the slug "%s"', (title, slug) => {
    expect(toSlug(title, 'en')).toBe(slug)
  })

  test.each([
    ['Größe & Maß', 'groesse-mass', 'grose-mas'],
    ['Ärger über Öl', 'aerger-ueber-oel', 'arger-uber-ol'],
    ['STRASSE, Straße, STRAẞE', 'strasse-strasse-strasse', 'strasse-strase-strase'],
    ['a\u0308', 'ae', 'a'],
    ['Café', 'cafe', 'cafe'],
  ])('"%s" has the slug "%s" in German and "%s" elsewhere', (title, german, other) => {
    expect(toSlug(title, 'de')).toBe(german)
    for (const language of ['en', 'fr', 'es', 'hi', 'ar', 'zh-hans', 'xx']) {
      expect(toSlug(title, language), language).toBe(other)
    }
  })

  test.each([
    ['hi', MELA, MELA],
    ['hi', 'हिन्दी मेला २०३०!', 'हिन्दी-मेला-२०३०'],
    ['hi', 'संगीत: रात', 'संगीत-रात'],
    ['ar', 'مهرجان القاهرة', 'مهرجان-القاهرة'],
    ['ar', 'موسيقى، ورقص؟', 'موسيقى-ورقص'],
    ['ar', 'أمسية ١٢', 'أمسية-١٢'],
    ['zh-hans', '音乐节', '音乐节'],
    ['zh-hans', '「爵士」 之夜！', '爵士-之夜'],
    ['zh-hans', 'Jazz 音乐', 'jazz-音乐'],
    ['en', 'Привет Мир', 'привет-мир'],
    ['en', '日本語', '日本語'],
  ])('in %s, "%s" keeps its letters: "%s"', (language, title, slug) => {
    expect(decodeURIComponent(toSlug(title, language))).toBe(slug)
    expect(toSlug(title, language)).toMatch(/^[a-z0-9%-]+$/)
  })

  const parts = ['मेला', 'मेला मेला ', 'مهرجان القاهرة', '音乐', '𝒜é', 'é', 'x y']

  test.each(parts)('a slug of many "%s" has at most 200 bytes in whole characters', (part) => {
    for (const before of ['', 'a', 'ab', 'abc', 'abcdefgh']) {
      const title = before + part.repeat(250)
      const slug = toSlug(title, 'en')
      expect(slug.length).toBeLessThanOrEqual(200)
      expect(slug.length).toBeGreaterThan(200 - 12)
      expect(encodeSlug(decodeURIComponent(slug))).toBe(slug)
      expect(slug).not.toMatch(/-$/)
    }
  })

  test('a slug of exactly 200 bytes is not truncated', () => {
    expect(toSlug('x'.repeat(200), 'en')).toBe('x'.repeat(200))
    expect(toSlug('x'.repeat(201), 'en')).toBe('x'.repeat(200))
  })

  const titles = ['Jazz Night', 'Größe & Maß', MELA, '音乐节 2030', 'x y '.repeat(80)]

  test.each(titles)('the slug of the decoded slug of "%s" is the same', (title) => {
    const slug = toSlug(title, 'de')
    expect(toSlug(decodeURIComponent(slug), 'de')).toBe(slug)
  })
})

describe('slugs in request paths', () => {
  test.each([
    ['jazz-night', 'jazz-night'],
    ['Jazz-Night', 'jazz-night'],
    [MELA, encodeSlug(MELA)],
    [encodeSlug(MELA), encodeSlug(MELA)],
    [encodeSlug(MELA).toUpperCase(), encodeSlug(MELA)],
    [encodeURIComponent(encodeSlug(MELA)), encodeSlug(MELA)],
    [`${MELA}-2`, `${encodeSlug(MELA)}-2`],
    ['cafe\u0301', encodeSlug('café')],
    ['50%', '50%25'],
    ['a%zz', 'a%25zz'],
    ['\ud800', encodeSlug('\ufffd')],
    ['', ''],
  ])('"%s" finds the stored slug "%s"', (written, stored) => {
    expect(normalizeSlug(written)).toBe(stored)
  })

  const titles = ['Jazz Night', MELA, '音乐节', 'مهرجان '.repeat(40)]

  test.each(titles)('the slug of "%s" is found as stored and as readable text', (title) => {
    const slug = toSlug(title, 'hi')
    for (const written of [slug, decodeURIComponent(slug), slug.toUpperCase()])
      expect(normalizeSlug(written)).toBe(slug)
  })

  test('an overlong path segment is truncated like a slug', () => {
    expect(normalizeSlug('मेला'.repeat(50))).toBe(toSlug('मेला'.repeat(50), 'hi'))
  })
})

describe('slugs with a suffix', () => {
  test.each([
    ['jazz', '-2', 'jazz-2'],
    ['jazz', '__trashed', 'jazz__trashed'],
    ['', '__trashed', '__trashed'],
    [encodeSlug(MELA), '-2', `${encodeSlug(MELA)}-2`],
    ['x'.repeat(198), '-2', `${'x'.repeat(198)}-2`],
    ['x'.repeat(199), '-2', `${'x'.repeat(198)}-2`],
    ['x'.repeat(200), '-10', `${'x'.repeat(197)}-10`],
    [`${'x'.repeat(197)}-yz`, '-2', `${'x'.repeat(197)}-2`],
  ])('"%s" with the suffix "%s" is "%s"', (slug, suffix, whole) => {
    expect(withSuffix(slug, suffix)).toBe(whole)
  })

  test.each([
    [MELA, '-2'],
    [MELA, '-1000'],
    ['音乐', '__trashed'],
    ['مهرجان ', '-2'],
    ['𝒜é', '-33'],
  ])('"%s" repeated, with "%s", has at most 200 bytes in whole characters', (part, suffix) => {
    const slug = withSuffix(toSlug(part.repeat(250), 'en'), suffix)
    expect(slug.length).toBeLessThanOrEqual(200)
    expect(slug.length).toBeGreaterThan(200 - 14)
    expect(slug.endsWith(suffix)).toBe(true)
    expect(encodeSlug(decodeURIComponent(slug))).toBe(slug)
  })
})
