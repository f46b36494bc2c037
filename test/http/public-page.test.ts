import { describe, expect, test } from 'vitest'
import { type Call, createTestMock, fresh, ORIGIN, over } from '../call.ts'
import { freshEach } from './world.ts'

const call = freshEach({ empty: true })

const get = (call: Call, url: string) => call('GET', url.slice(ORIGIN.length))

const draft = {
  ...{ title: 'Lesung', start_date: '2030-02-01 19:00:00', end_date: '2030-02-01 21:30:00' },
  ...{ timezone: 'Europe/Berlin', status: 'publish' },
}

const create = async (call: Call, fields: object) =>
  (await call('POST', '/de/cal/events/v1/events', { json: { ...draft, ...fields } })).body

/** Returns the links of a page that lead to the mock. */
const linksOf = (html: string): string[] =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)]
    .map(([, href = '']) => href)
    .filter((href) => href.startsWith(ORIGIN))

describe('the page at the url of an event', () => {
  test('shows the event in its language, with its dates, venue, organizer and picture', async () => {
    const call = fresh()
    const { body } = await call('GET', '/de/cal/events/v1/events')
    const event = body.events.find(
      ({ image, venue, organizer }: Record<string, { length?: number }>) =>
        image && venue?.length === undefined && organizer?.length,
    )
    const { status, headers, text } = await get(call, event.url)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    expect(headers.get('content-language')).toBe('de')
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
    expect(headers.get('link')).toBe(`<${ORIGIN}/de/>; rel="https://api.w.org/"`)
    expect(text).toMatch(/^<!doctype html>\n<html lang="de" dir="ltr">/)
    expect(text).toContain(`<title>${event.title}</title>`)
    expect(text).toContain(`<h1>${event.title}</h1>`)
    expect(text).toContain(event.start_date.slice(0, 16))
    expect(text).toContain(`(${event.timezone})`)
    expect(text).toContain(`<a href="${event.venue.url}">${event.venue.venue}</a>`)
    expect(text).toContain(event.organizer[0].organizer)
    expect(text).toContain(`<img src="${event.image.url}" alt="">`)
    expect(text).toContain(`type="application/json" href="${event.rest_url}"`)
    const [, json = ''] = /<script type="application\/ld\+json">(.*)<\/script>/.exec(text) ?? []
    expect(JSON.parse(json)).toEqual((await get(call, event.rest_url)).body.json_ld)
  })

  test('is written from right to left in Arabic, and Hindi slugs lead to it', async () => {
    const call = fresh({ sites: ['ar', 'hi'] })
    for (const [site, direction] of [
      ['ar', 'rtl'],
      ['hi', 'ltr'],
    ]) {
      const { body } = await call('GET', `/${site}/cal/events/v1/events?per_page=3`)
      for (const { url } of body.events) {
        const { status, text } = await get(call, url)
        expect(status).toBe(200)
        expect(text).toContain(`<html lang="${site}" dir="${direction}">`)
        expect((await get(call, decodeURI(url))).text).toBe(text)
      }
    }
  })

  test('keeps the groups of a phone number in order in Arabic', async () => {
    const call = fresh({ sites: ['ar'] })
    const { organizers } = (await call('GET', '/ar/cal/events/v1/organizers')).body
    const { url, phone } = organizers.find(({ phone }: { phone?: string }) => phone)
    expect((await get(call, url)).text).toContain(`<p><bdi>${phone}</bdi></p>`)
  })

  test('shows markup in texts as text, and keeps character references', async () => {
    const attack = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&amp; A & B'
    const { url } = await create(call, {
      ...{ title: attack, description: attack, cost: attack, slug: 'x' },
      venue: { venue: attack, city: attack },
      organizer: { organizer: attack, email: 'a@example.com' },
    })
    const { text } = await get(call, url)
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(text).not.toContain('<img')
    expect(text).toContain('&amp; A &#38; B')
    const [, json = ''] = /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(text) ?? []
    expect(JSON.parse(json).name).toContain('</script>')
  })

  test('shows each paragraph of a description as one, stored with or without markup', async () => {
    for (const description of ['Erster\n\nZweiter', '<p>Erster</p>\n<p>Zweiter</p>']) {
      const { url } = await create(call, { description })
      expect((await get(call, url)).text).toContain('\n<p>Erster</p>\n<p>Zweiter</p>\n')
    }
  })

  test('rejects a protected event without its password, and says so', async () => {
    const { url } = await create(call, { title: 'Geheim', password: 'sesam', slug: 'geheim' })
    const locked = await get(call, url)
    expect(locked.status).toBe(403)
    expect(locked.text).toMatch(/passwortgeschützt/i)
    expect(locked.text).not.toContain('Geheim')
    expect((await get(call, `${url}?password=sesam`)).text).toContain('<h1>Geheim</h1>')
  })

  const hidden = ['draft', 'pending', 'private', 'future', 'trash']

  test.each(hidden)('returns a 404 page for the status %s', async (status) => {
    const { id } = await create(call, { title: 'Entwurf', slug: 'entwurf' })
    const json = { status, ...(status === 'future' && { date: '2031-01-01 00:00:00' }) }
    const { body } = await call('PUT', `/de/cal/events/v1/events/${id}`, { json })
    const page = await get(call, body.url)
    const type = page.headers.get('content-type')
    expect([page.status, type]).toEqual([404, 'text/html; charset=UTF-8'])
    expect(page.text).not.toContain('Entwurf')
  })

  test('returns a 404 page for an unknown slug, in the language of the site', async () => {
    const { status, text } = await fresh()('GET', '/de/event/nie%20%3Cb%3E/')
    expect(status).toBe(404)
    expect(text).toContain('<html lang="de"')
    expect(text).not.toContain('<b>')
  })

  test('answers HEAD without a body, and no writes', async () => {
    const call = fresh()
    const { body } = await call('GET', '/de/cal/events/v1/events?per_page=1')
    const path = body.events[0].url.slice(ORIGIN.length)
    const head = await call('HEAD', path)
    expect([head.status, head.text]).toEqual([200, ''])
    expect((await call('POST', path)).status).toBe(404)
  })

  test('malformed percent-encoding in its path is rejected', async () => {
    expect((await fresh()('GET', '/de/event/%E0%A4%A/')).status).toBe(400)
  })
})

describe.each([
  { sites: ['en'], root: '/wp-json' },
  { sites: ['hi', 'de'], root: '/:site' },
  { sites: ['en', 'zh-hans'], root: '/blog/:site/wp-json' },
] as const)('with the options %o', (options) => {
  test('every url in a response leads to a page, whose links lead on', async () => {
    const mock = createTestMock({ ...options, events: 12 })
    const call = over(mock)
    for (const { root } of mock.sites) {
      for (const kind of ['events', 'venues', 'organizers', 'categories', 'tags']) {
        const { body } = await call('GET', `${root}/cal/events/v1/${kind}?per_page=4`)
        for (const record of body[kind]) {
          const { status, headers, text } = await get(call, record.url)
          expect(status, record.url).toBe(200)
          expect(headers.get('content-type')).toBe('text/html; charset=UTF-8')
          for (const link of linksOf(text)) expect((await get(call, link)).status, link).toBe(200)
        }
      }
    }
  })
})

test('interception leaves pages to the app', () => {
  const { isOurs } = createTestMock().matchUrl(new URL(`${ORIGIN}/de/event/jazz/`))
  expect(isOurs).toBe(false)
})
