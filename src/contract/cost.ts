/** Costs as the service shows them (a price, a range, a word), and what it reads out of them. */

export interface CostDetails {
  readonly currency_symbol: string
  readonly currency_code: string
  readonly currency_position: string
  /** Numbers as text, ascending; a word as its slug. */
  readonly values: readonly string[]
}

/** A bare number gets this in front. */
const DEFAULT_SYMBOL = '$'

/** Latin ones: in other scripts a currency may touch the word beside it, and a pattern of all takes long to be made. */
const LETTER = 'A-Za-z\u00c0-\u024f'
const CURRENCY = String.raw`(?<![${LETTER}])(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}|kr|zł|Rs)(?![${LETTER}])|元|円|ج\.م`
/** `1,234.50`, `1.234,50`, `12.345`, `12,50`: a comma before one or two last digits is a decimal one. */
const NUMBER = String.raw`(?<!\d)(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d{1,3}(?:\.\d{3})+,\d{1,2}(?!\d)|\d+\.\d{3,}|\d+(?:[.,]\d{1,2})?(?!\d))`
/** The prices in a cost, each with its currency before or after it. */
export const PRICE = new RegExp(`(${CURRENCY}) ?(${NUMBER})|(${NUMBER})(?: ?(${CURRENCY}))?`, 'gu')

interface Price {
  /** As it stands in the text. */
  readonly written: string
  readonly number: string
  readonly symbol: string
  readonly position: 'prefix' | 'postfix' | ''
}

/** The text shown for a stored cost: `20` is `$20`, `0$, 30$` is `Free – 30$` with the language's word for free. */
export function formatCost(cost: string, free: string): string {
  const prices = pricesOf(cost)
  if (prices.length === 0) return cost.trim()
  const [least, most] = [prices[0], prices[prices.length - 1]]
  if (!least || !most) return ''
  const symbol = { symbol: '', position: '' as const, ...findCurrency(prices) }
  const low = formatPrice(least, symbol, free)
  const high = formatPrice(most, symbol, free)
  return low === high ? low : `${low} – ${high}`
}

/** The currency and the values of a stored cost. */
export function readCostDetails(cost: string, slug: (word: string) => string): CostDetails {
  const prices = pricesOf(cost)
  const currency = findCurrency(prices)
  const values = prices.map((price) => price.number)
  if (prices.length === 0 && cost.trim() !== '') values.push(slug(cost))
  return {
    currency_symbol: currency?.symbol ?? '',
    currency_code: '',
    currency_position: currency?.position ?? '',
    values: [...new Set(values)],
  }
}

/** The one currency that all prices which carry one agree on. */
function findCurrency(prices: readonly Price[]): Pick<Price, 'symbol' | 'position'> | undefined {
  const marked = prices.filter((price) => price.symbol !== '')
  const [first] = marked
  const same = marked.every((p) => p.symbol === first?.symbol && p.position === first.position)
  return first && same ? { symbol: first.symbol, position: first.position } : undefined
}

function formatPrice(
  price: Price,
  currency: Pick<Price, 'symbol' | 'position'>,
  free: string,
): string {
  if (Number(price.number) === 0) return free
  const { symbol, position } = price.symbol === '' ? currency : price
  if (symbol === '') return DEFAULT_SYMBOL + price.written
  return position === 'prefix' ? symbol + price.written : price.written + symbol
}

/** What costs have been read, as many events cost the same. */
const known = new Map<string, readonly Price[]>()

function pricesOf(cost: string): readonly Price[] {
  const prices = known.get(cost) ?? readPrices(cost)
  if (known.size >= 500) known.clear()
  known.set(cost, prices)
  return prices
}

/** The prices in a text such as `10 - 20`, `20 EUR`, `0$, 30$`, `12,50 €`, ascending. */
function readPrices(cost: string): readonly Price[] {
  const found = [...cost.matchAll(PRICE)].map(
    ([, before = '', after = '', bare = '', symbol = '']) => {
      const written = before === '' ? bare : after
      const position = before !== '' ? 'prefix' : symbol !== '' ? 'postfix' : ''
      return {
        written,
        number: normalizeNumber(written),
        symbol: before || symbol,
        position,
      } as const
    },
  )
  return found.sort((a, b) => Number(a.number) - Number(b.number))
}

/** Digits with a decimal point: `1.234,50` is `1234.50`. */
function normalizeNumber(written: string): string {
  const isDecimalComma = /,\d{1,2}$/.test(written)
  return isDecimalComma ? written.replace(/\./g, '').replace(',', '.') : written.replace(/,/g, '')
}
