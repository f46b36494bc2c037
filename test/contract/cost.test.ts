import { expect, test } from 'vitest'
import { formatCost, readCostDetails } from '../../src/contract/cost.ts'
import { toSlug } from '../../src/contract/slug.ts'

const shown = (cost: string) => formatCost(cost, 'Free')
const detailsOf = (cost: string) => readCostDetails(cost, (word) => toSlug(word, 'en'))

test.each([
  // a single price
  ['', '', '', '', []],
  ['   ', '', '', '', []],
  ['20', '$20', '', '', ['20']],
  [' 20 ', '$20', '', '', ['20']],
  ['20.5', '$20.5', '', '', ['20.5']],
  ['20$', '20$', '$', 'postfix', ['20']],
  ['$12.50', '$12.50', '$', 'prefix', ['12.50']],
  ['$ 12.50', '$12.50', '$', 'prefix', ['12.50']],
  ['20 EUR', '20EUR', 'EUR', 'postfix', ['20']],
  ['EUR 20', 'EUR20', 'EUR', 'prefix', ['20']],
  ['£5 per person', '£5', '£', 'prefix', ['5']],

  // currencies
  ['E£100', 'E£100', 'E£', 'prefix', ['100']],
  ['₹150', '₹150', '₹', 'prefix', ['150']],
  ['¥88', '¥88', '¥', 'prefix', ['88']],
  ['50 €', '50€', '€', 'postfix', ['50']],
  ['R$ 10', 'R$10', 'R$', 'prefix', ['10']],
  ['US$20', 'US$20', 'US$', 'prefix', ['20']],
  ['CHF 20', 'CHF20', 'CHF', 'prefix', ['20']],
  ['100 kr', '100kr', 'kr', 'postfix', ['100']],
  ['50 zł', '50zł', 'zł', 'postfix', ['50']],
  ['Rs 500', 'Rs500', 'Rs', 'prefix', ['500']],
  ['票价USD20起', 'USD20', 'USD', 'prefix', ['20']],
  ['20元', '20元', '元', 'postfix', ['20']],
  ['150 ج.م', '150ج.م', 'ج.م', 'postfix', ['150']],

  // one number with thousands separators, lists of several numbers
  ['1,000', '$1,000', '', '', ['1000']],
  ['¥1,000 – ¥2,500', '¥1,000 – ¥2,500', '¥', 'prefix', ['1000', '2500']],
  ['1,234,567.89', '$1,234,567.89', '', '', ['1234567.89']],
  ['10,20', '$10,20', '', '', ['10.20']],
  ['12,50 €', '12,50€', '€', 'postfix', ['12.50']],
  ['1.234,50 €', '1.234,50€', '€', 'postfix', ['1234.50']],
  ['€10 £20', '€10 – £20', '', '', ['10', '20']],
  ['TICKET 20', '$20', '', '', ['20']],
  ['100, 200', '$100 – $200', '', '', ['100', '200']],

  // ranges, in any order
  ['10 - 20', '$10 – $20', '', '', ['10', '20']],
  ['$10–$20', '$10 – $20', '$', 'prefix', ['10', '20']],
  ['20€ - 10€', '10€ – 20€', '€', 'postfix', ['10', '20']],
  ['10 – 20 €', '10€ – 20€', '€', 'postfix', ['10', '20']],
  ['₹150, ₹300', '₹150 – ₹300', '₹', 'prefix', ['150', '300']],
  ['E£100, E£200', 'E£100 – E£200', 'E£', 'prefix', ['100', '200']],
  ['30€, 10€, 20€', '10€ – 30€', '€', 'postfix', ['10', '20', '30']],
  ['9, 10', '$9 – $10', '', '', ['9', '10']],
  ['10, 10', '$10', '', '', ['10']],
  ['20$, 20$', '20$', '$', 'postfix', ['20']],

  // free entry
  ['0', 'Free', '', '', ['0']],
  ['0.00', 'Free', '', '', ['0.00']],
  ['₹0', 'Free', '₹', 'prefix', ['0']],
  ['0$, 20$, 30$', 'Free – 30$', '$', 'postfix', ['0', '20', '30']],
  ['0, 0', 'Free', '', '', ['0']],

  // several currencies
  ['10$, 20€', '10$ – 20€', '', '', ['10', '20']],
  ['$10, 20$', '$10 – 20$', '', '', ['10', '20']],

  // words
  ['Donation', 'Donation', '', '', ['donation']],
  ['Pay what you want', 'Pay what you want', '', '', ['pay-what-you-want']],
])('the cost "%s" reads "%s", with "%s" %s, values %j', (cost, text, symbol, position, values) => {
  expect(shown(cost)).toBe(text)
  expect(detailsOf(cost)).toEqual({
    ...{ currency_symbol: symbol, currency_code: '', currency_position: position, values },
  })
})

test.each([
  ['मुफ़्त', '₹0, ₹300', 'मुफ़्त – ₹300'],
  ['免费', '¥0', '免费'],
  ['مجاني', '0', 'مجاني'],
])('the text of a free cost contains the given word %s', (free, cost, text) => {
  expect(formatCost(cost, free)).toBe(text)
})

test('the caller turns a cost in words into a slug', () => {
  expect(readCostDetails('Spende', (word) => `<${word}>`).values).toEqual(['<Spende>'])
})

test('two readings of the same cost are equal, so the parser keeps no state', () => {
  expect([shown('₹150, ₹300'), shown('₹150, ₹300')]).toEqual(['₹150 – ₹300', '₹150 – ₹300'])
})
