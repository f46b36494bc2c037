import { describe, expect, test } from 'vitest'
import { fresh } from '../call.ts'

const sites = ['hi', 'de', 'zh-hans', 'ar', 'fr', 'es', 'en'] as const

/** Words of the messages for 429, 503, 500 and 422, and of the page of maintenance. */
const expected = {
  hi: 'बहुत अधिक अनुरोध आए हैं।|सेवा अभी कुछ समय के लिए|आंतरिक त्रुटि|अस्वीकार|रखरखाव',
  de: 'Zu viele Anfragen.|vorübergehend nicht verfügbar|internen Fehlers|abgelehnt|gewartet',
  'zh-hans': '请求过多。|服务暂时不可用。|服务器发生内部错误|拒绝|正在维护',
  ar: 'عدد الطلبات كبير جدًا.|غير متاحة مؤقتًا|خطأ داخلي|رفض|قيد الصيانة',
  fr: 'Trop de requêtes.|temporairement indisponible|erreur interne|rejeté|en maintenance',
  es: 'Demasiadas solicitudes.|no está disponible temporalmente|error interno|rechazado|en mantenimiento',
  en: 'Too many requests.|temporarily unavailable|internal error|rejected|down for maintenance',
}

describe.each(sites)('the site %s', (site) => {
  const call = fresh({ events: 0, sites })
  const words = expected[site].split('|')
  const ask = (fault: string) =>
    call('GET', `/${site}/cal/events/v1/tags`, { headers: { 'x-calmock-fault': fault } })

  test.each([
    ['429', 0, 'rest_too_many_requests'],
    ['503', 1, 'rest_service_unavailable'],
    ['500', 2, 'internal_server_error'],
    ['599', 2, 'internal_server_error'],
    ['422', 3, 'rest_request_rejected'],
  ])('has an error with the status %s in its language', async (fault, n, code) => {
    const { status, headers, body } = await ask(fault)
    expect([status, body.code, body.data]).toEqual([Number(fault), code, { status }])
    expect(body.message).toContain(words[n])
    expect(body.message).not.toMatch(/[{}]/)
    expect(headers.get('content-language')).toBe(site)
    const isLater = fault === '429' || fault === '503'
    expect(headers.get('retry-after')).toBe(isLater ? '10' : null)
    expect(body.message.includes('10')).toBe(isLater)
  })

  test('has a page of maintenance in its language and direction', async () => {
    const { status, headers, text } = await ask('maintenance')
    expect([status, headers.get('retry-after')]).toEqual([503, '600'])
    expect(headers.get('content-type')).toBe('text/html; charset=UTF-8')
    expect(text).toContain(`<html lang="${site}" dir="${site === 'ar' ? 'rtl' : 'ltr'}">`)
    expect(text).toContain(words[4])
  })
})

test('an error has the requested format, and 401 its challenge', async () => {
  const call = fresh({ events: 0 })
  const ask = (fault: string) =>
    call('GET', '/de/cal/events/v1/tags?_envelope=1&_fields=tags', {
      headers: { 'x-calmock-fault': fault },
    })
  const { status, body } = await ask('503')
  expect([status, body.status, body.headers['Retry-After']]).toEqual([200, 503, '10'])
  expect(body.body.code).toBe('rest_service_unavailable')
  expect((await ask('401')).headers.get('www-authenticate')).toMatch(/^Basic /)
})

test('a request with a malformed query has the fault too', async () => {
  const call = fresh({ events: 0, fault: '* 503' })
  expect((await call('GET', '/de/cal/events/v1/tags?search=%E0')).status).toBe(503)
})

test.each([
  ['503', 'application/json; charset=UTF-8'],
  ['maintenance', 'text/html; charset=UTF-8'],
])('outside the sites, %s is in the language of Accept-Language', async (fault, type) => {
  const { status, headers, text } = await fresh({ events: 0, fault: `* ${fault}` })('GET', '/x', {
    headers: { 'Accept-Language': 'fr-CH, en;q=0.5' },
  })
  expect([status, headers.get('content-language'), headers.get('content-type')]).toEqual([
    ...[503, 'fr', type],
  ])
  expect(text).toMatch(/temporairement indisponible|en maintenance/)
})
