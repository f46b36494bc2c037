import { expect, test } from 'vitest'
import { type Call, fresh, ORIGIN } from '../call.ts'
import { DE, freshEach, make, makeEvent, read, update } from './world.ts'

const call = freshEach({ empty: true })

const english = (call: Call, fields: object) =>
  make(call, 'events', { ...fields }, `${DE}/events?i18n_language=en`)

test.each([
  { given: '', cost: '', symbol: '', position: '', values: [] },
  { given: null, cost: '', symbol: '', position: '', values: [] },
  { given: '20', cost: '$20', symbol: '', position: '', values: ['20'] },
  { given: 20, cost: '$20', symbol: '', position: '', values: ['20'] },
  { given: '20$', cost: '20$', symbol: '$', position: 'postfix', values: ['20'] },
  { given: '$12.50', cost: '$12.50', symbol: '$', position: 'prefix', values: ['12.50'] },
  { given: '20 EUR', cost: '20EUR', symbol: 'EUR', position: 'postfix', values: ['20'] },
  { given: '-5', cost: '-5', symbol: '-', position: 'prefix', values: ['5'] },
  { given: 'Donation', cost: 'Donation', symbol: '', position: '', values: ['donation'] },
  { given: '0', cost: '', symbol: '', position: '', values: [] },
  {
    ...{ given: ['0$', '20$', '30$'], cost: 'Free – 30$', symbol: '$', position: 'postfix' },
    ...{ values: ['0', '20', '30'] },
  },
])('the cost $given is "$cost" (11.3)', async ({ given, cost, symbol, position, values }) => {
  const event = await english(call, { cost: given })
  expect(event.cost).toBe(cost)
  expect(Object.entries(event.cost_details)).toEqual([
    ['currency_symbol', symbol],
    ['currency_code', ''],
    ['currency_position', position],
    ['values', values],
  ])
})

test.each([
  ['10 - 20', '$10 – $20'],
  [['20$', '20$'], '20$'],
])('the cost %j is formatted as "%s" (11.3)', async (given, cost) => {
  expect((await english(call, { cost: given })).cost).toBe(cost)
})

test('mixed currencies have neither symbol nor position (11.3)', async () => {
  const event = await english(call, { cost: ['10$', '20€'] })
  expect(event.cost_details).toMatchObject({ currency_symbol: '', currency_position: '' })
  expect(event.cost_details.values).toEqual(['10', '20'])
})

test.each([
  ['20 EUR', 'EUR'],
  ['CHF 20', 'CHF'],
  ['20€', 'EUR'],
  ['20', 'USD'],
  ['$20', 'USD'],
  ['US$20', 'USD'],
  ['R$ 20', 'BRL'],
  ['£20', 'GBP'],
  ['E£20', 'EGP'],
  ['20 ج.م', 'EGP'],
  ['₹20', 'INR'],
  ['Rs 20', 'INR'],
  ['¥20', 'CNY'],
  ['20元', 'CNY'],
  ['20円', 'JPY'],
  ['20 zł', 'PLN'],
  ['20 kr', 'SEK'],
  ['Donation', 'USD'],
])('the offer of an event for %s is in %s (11.8)', async (cost, currency) => {
  const { id } = await english(call, { cost })
  const { json_ld } = await read(call, `${DE}/events/${id}`)
  expect(json_ld.offers.priceCurrency).toBe(currency)
})

test('an update to the cost 0 makes an event free (11.3)', async () => {
  const { id } = await english(call, { cost: '20$' })
  const event = await update(call, `${DE}/events/${id}`, { cost: '0' })
  expect([event.cost, event.cost_details.values]).toEqual(['Free', ['0']])
})

test.each(
  ['events', 'venues', 'organizers'].flatMap((path) => [
    { path, description: 'An event content', html: /^<p>An event content<\/p>$/ },
    { path, description: 'One.\n\nTwo.', html: /^<p>One\.<\/p>\s*<p>Two\.<\/p>$/ },
  ]),
)('$path returns the description $description in paragraphs (11.9)', async (row) => {
  const { path, description, html } = row
  expect((await make(call, path, { description })).description).toMatch(html)
})

test('an excerpt is returned in paragraphs (11.9)', async () => {
  const { excerpt } = await makeEvent(call, { excerpt: 'One.\n\nTwo.' })
  expect(excerpt).toMatch(/^<p>One\.<\/p>\s*<p>Two\.<\/p>$/)
})

test('texts are returned unchanged, in raw UTF-8', async () => {
  const title = 'Rock \'n\' Roll - "live" मेला 音乐'
  const { id } = await makeEvent(call, { title })
  const { body, text } = await call('GET', `${DE}/events/${id}`)
  expect(body.title).toBe(title)
  expect(text).toContain('मेला 音乐')
  expect(text).not.toMatch(/\\u[0-9a-f]{4}/i)
})

test.each(['events', 'venues'])('the image of %s may be any absolute URL', async (path) => {
  const url = 'https://pictures.example/night.jpg'
  const { image } = await make(call, path, { image: url })
  expect(image).toMatchObject({ url, extension: 'jpg' })
  expect(Number.isInteger(image.id)).toBe(true)
})

test('the image may be the id of a seeded picture, as a number or a string', async () => {
  const call = fresh()
  const { events } = await read(call, `${DE}/events?per_page=50`)
  const { image } = events.find((event: { image: unknown }) => event.image)
  for (const given of [image.id, String(image.id)]) {
    expect((await makeEvent(call, { image: given })).image.url).toBe(image.url)
  }
  expect(image.url.startsWith(`${ORIGIN}/`)).toBe(true)
})
