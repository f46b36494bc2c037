import { expect, test } from 'vitest'
import { messages } from '../../fixtures/languages/fr/messages.ts'
import { languages } from '../../src/contract/site.ts'
import { fresh } from '../call.ts'

const call = fresh({ empty: true, sites: languages })

const body = {
  ...{ title: 'Jazz', start_date: '2030-02-01 20:00:00', end_date: '2030-02-01 22:00:00' },
  ...{ venue: { city: 'Bonn' }, organizer: 99999 },
}

/** The message of each site, in the punctuation of its language. */
const punctuated = {
  en: 'Invalid parameter(s): venue, organizer. Missing parameter(s): venue.venue. organizer: The organizer 99999 does not exist.',
  de: 'Ungültige Parameter: venue, organizer. Fehlende Parameter: venue.venue. organizer: Veranstalter 99999 wurde nicht gefunden.',
  fr: 'Paramètres non valides\u202f: venue, organizer. Paramètres manquants\u202f: venue.venue. organizer\u202f: L’enregistrement 99999 (organisateur) est introuvable.',
  es: 'Parámetros no válidos: venue, organizer. Faltan parámetros: venue.venue. organizer: No existe el registro 99999 (organizador).',
  hi: 'ये पैरामीटर मान्य नहीं हैं: venue, organizer। ये पैरामीटर नहीं मिले: venue.venue। organizer: आयोजक 99999 मौजूद नहीं है।',
  ar: 'معاملات غير صالحة: venue، organizer. معاملات ناقصة: venue.venue. في \u2068organizer\u2069: السجل \u206899999\u2069 (منظِّم) غير موجود.',
  'zh-hans': '参数无效：venue、organizer。缺少参数：venue.venue。organizer：主办方 99999 不存在。',
}

test.each(Object.entries(punctuated))(
  '/%s punctuates the reasons of an error',
  async (site, message) => {
    const answer = await call('POST', `/${site}/cal/events/v1/events`, { json: body })
    expect(answer.status).toBe(400)
    expect(answer.body.message).toBe(message)
  },
)

test.each([
  ['en', '"foo" is not one of the accepted values: publish, future,'],
  ['ar', 'القيمة \u2068"foo"\u2069 ليست من القيم المقبولة: publish، future،'],
  ['zh-hans', '"foo" 无效；可接受的值：publish、future、'],
])('/%s joins accepted values in the punctuation of its language', async (site, start) => {
  const { body } = await call('GET', `/${site}/cal/events/v1/events?status=foo`)
  expect(body.data.params.status.slice(0, start.length)).toBe(start)
})

test('a fault in a field of a new venue names its path', async () => {
  const venue = { venue: 'Hall', website: 'nope' }
  const answer = await call('POST', '/en/cal/events/v1/events', {
    json: { ...body, organizer: [], venue },
  })
  expect(answer.body.message).toBe(
    'Invalid parameter(s): venue. venue.website: "nope" is not an absolute URL in ASCII characters.',
  )
})

const eitherOr = {
  '/events': {
    GET: ['strict_dates', 'featured', 'geoloc', 'ticketed'],
    POST: ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'],
  },
  '/venues': { GET: ['has_events', 'only_with_upcoming'], POST: ['show_map', 'show_map_link'] },
  '/tags': { GET: ['hide_empty'], POST: [] },
}

test.each(languages)('the index of /%s says what true and false mean', async (site) => {
  const { routes } = (await call('GET', `/${site}/cal/events/v1`)).body
  for (const [path, names] of Object.entries(eitherOr)) {
    const { endpoints } = routes[`/cal/events/v1${path}`]
    for (const [n, method] of (['GET', 'POST'] as const).entries()) {
      for (const name of names[method])
        expect(endpoints[n].args[name].description, `${method} ${path} ${name}`).toMatch(
          /true.*false/,
        )
    }
  }
})

test.each(languages)('every description in the index of /%s is a sentence', async (site) => {
  const { routes } = (await call('GET', `/${site}/cal/events/v1`)).body
  const texts = JSON.stringify(routes).match(/(?<="description":")[^"\\]+/g) ?? []
  expect(texts.length).toBeGreaterThan(80)
  for (const text of texts) expect(text).toMatch(/[.。।]$/)
})

test('no French message can break before a colon or a semicolon', () => {
  for (const text of Object.values(messages)) expect(text).not.toMatch(/ [:;!?»]|« /)
})
