/** The currency and the values of a cost (11.3). */
export interface CostDetails {
  readonly currency_symbol: string
  readonly currency_code: string
  readonly currency_position: string
  /** The numbers in ascending order, as text. A cost in words has its slug as the only value. */
  readonly values: readonly string[]
}

/** The currency shown before a number without a currency. */
const DEFAULT_SYMBOL = '$'

/** ISO 4217 codes of symbols. `EUR 20` contains its code; the `¥` of China, the `kr` of Sweden and `Rs` of India are choices. */
const currencyCodes: Readonly<Record<string, string>> = {
  '€': 'EUR',
  '£': 'GBP',
  '₹': 'INR',
  Rs: 'INR',
  '¥': 'CNY',
  元: 'CNY',
  円: 'JPY',
  kr: 'SEK',
  zł: 'PLN',
  R$: 'BRL',
  'E£': 'EGP',
  'ج.م': 'EGP',
}

/**
 * Letters that cannot be next to a currency: `TICKET 20` does not contain the currency KET. Only Latin letters
 * count, because scripts without spaces put other words next to a price: `票价USD20` is in USD.
 */
const LETTER = 'A-Za-z\u00c0-\u024f'
const separate = (pattern: string): string => `(?<![${LETTER}])(?:${pattern})(?![${LETTER}])`
/** Patterns of the symbols that contain no sign such as `$`. */
const words = Object.keys(currencyCodes)
  .filter((symbol) => !/\p{Sc}/u.test(symbol))
  .map((word) => (/^[A-Za-z]/.test(word) ? separate(word) : word.replaceAll('.', '\\.')))
const MINUS = '^-' // the service takes it for the symbol of a price
const CURRENCY = [separate(String.raw`[A-Z]{0,3}\p{Sc}|[A-Z]{3}`), MINUS, ...words].join('|')
/** `1,234.50`, `1.234,50`, `12.345`, `12,50`. A comma before the last one or two digits is a decimal comma. */
const NUMBER = String.raw`(?<!\d)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)|\d+\.\d{3,}|\d+(?:[.,]\d{1,2})?(?!\d))`
/** Matches each price in a cost, with the currency before or after the number. */
export const PRICE = new RegExp(`(${CURRENCY}) ?(${NUMBER})|(${NUMBER})(?: ?(${CURRENCY}))?`, 'gu')

interface Price {
  /** The number as the client wrote it. */
  readonly written: string
  /** The number with a decimal point and without separators. */
  readonly number: string
  readonly symbol: string
  readonly position: 'prefix' | 'postfix' | ''
}

type Currency = Pick<Price, 'symbol' | 'position'>

/** Returns the text shown for a stored cost: `20` is `$20`, and `0$, 30$` is `Free – 30$` in English. */
export function formatCost(cost: string, freeLabel: string): string {
  const prices = readPrices(cost)
  const [lowest, highest] = [prices[0], prices.at(-1)]
  if (!lowest || !highest) return cost.trim()
  const currency = findCurrency(prices) ?? { symbol: '', position: '' }
  const low = formatPrice(lowest, currency, freeLabel)
  const high = formatPrice(highest, currency, freeLabel)
  return low === high ? low : `${low} – ${high}`
}

/** Returns a cost as the service reads it: the currency of a number with a comma is lost (24.4). */
export const loseCurrency = (cost: string): string =>
  /\d,\d/.test(cost) ? cost.replace(/ ?(?:\p{Sc}|\b[A-Z]{3}\b) ?/gu, '') : cost

/** Returns the currency and the values of a stored cost. `toSlug` converts a cost in words. */
export function readCostDetails(cost: string, toSlug: (words: string) => string): CostDetails {
  const prices = readPrices(cost)
  const currency = findCurrency(prices)
  const isWords = prices.length === 0 && cost.trim() !== ''
  const values = isWords ? [toSlug(cost)] : prices.map((price) => price.number)
  return {
    currency_symbol: currency?.symbol ?? '',
    currency_code: '', // no request can set it (11.3)
    currency_position: currency?.position ?? '',
    values: [...new Set(values)],
  }
}

/** Returns the ISO 4217 code of a `currency_symbol`: `EUR` for `€` and for `EUR`, and `USD` if the symbol is unknown (11.8). */
export const toCurrencyCode = (symbol: string): string =>
  /^[A-Z]{3}$/.test(symbol) ? symbol : (currencyCodes[symbol] ?? 'USD')

/** Returns the common currency of the prices, or undefined if their symbols or positions differ. */
function findCurrency(prices: readonly Price[]): Currency | undefined {
  const [first, ...others] = prices.filter((price) => price.symbol !== '')
  const isSame = others.every(
    ({ symbol, position }) => symbol === first?.symbol && position === first.position,
  )
  return isSame ? first : undefined
}

/** Formats a price. `currency` applies to a price without a currency. */
function formatPrice(price: Price, currency: Currency, freeLabel: string): string {
  if (Number(price.number) === 0) return freeLabel
  const { symbol, position } = price.symbol === '' ? currency : price
  if (symbol === '') return DEFAULT_SYMBOL + price.written
  return position === 'prefix' ? symbol + price.written : price.written + symbol
}

/** Returns the prices of a text such as `10 - 20`, `20 EUR`, `0$, 30$` or `12,50 €`, in ascending order. */
function readPrices(cost: string): readonly Price[] {
  return [...cost.matchAll(PRICE)]
    .map(([, prefix = '', numberAfter = '', bareNumber = '', postfix = '']): Price => {
      const written = numberAfter || bareNumber
      return {
        written,
        number: normalizeNumber(written),
        symbol: prefix || postfix,
        position: prefix ? 'prefix' : postfix ? 'postfix' : '',
      }
    })
    .sort((a, b) => Number(a.number) - Number(b.number))
}

/** Returns the number with a decimal point and without separators: `1.234,50` is `1234.50`. */
function normalizeNumber(written: string): string {
  const isDecimalComma = /,\d{1,2}$/.test(written)
  return isDecimalComma ? written.replace(/\./g, '').replace(',', '.') : written.replace(/,/g, '')
}
