import { createRandom } from '../../../fixtures/random.ts'

/**
 * The share of the matching requests that a rule applies to: a random one, exactly `count` out of `of`
 * consecutive ones, or the first ones.
 */
export type Share =
  | { readonly percent: number }
  | { readonly count: number; readonly of: number }
  | { readonly first: number }

/** The accepted shares, for messages. */
export const acceptedShares = '10%, 1/3, or 2x for the first two requests'

/** Parses a share. Returns undefined for another text. */
export function parseShare(text: string): Share | undefined {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,3})?)%$/.exec(text) ?? []
  if (percent !== undefined)
    return Number(percent) <= 100 ? { percent: Number(percent) } : undefined
  const [, count, of] = /^(\d{1,6})\/(\d{1,6})$/.exec(text) ?? []
  if (count !== undefined && Number(count) <= Number(of) && Number(of) > 0)
    return { count: Number(count), of: Number(of) }
  const [, first] = /^(\d{1,9})x$/i.exec(text) ?? []
  return first === undefined ? undefined : { first: Number(first) }
}

/** The random choice for one request: the seed, the rule, and the number of matching requests so far, this one included. */
export interface Draw {
  readonly seed: number
  readonly rule: string
  readonly matches: number
}

/** Returns whether a rule applies to a request. The same draw always has the same result. */
export function isDrawn(share: Share | undefined, { seed, rule, matches }: Draw): boolean {
  if (!share) return true
  if ('first' in share) return matches <= share.first
  const random = createRandom(seed, `fault ${rule}`, 'count' in share ? 0 : matches)
  if ('percent' in share) return random.int('share', 100_000) < share.percent * 1000
  const position = matches + random.int('share', share.of) // the seed decides where the cycle begins
  return (position * share.count) % share.of < share.count
}

/** Returns a random integer from `min` to `max`. */
export const drawInteger = (
  { min, max }: { readonly min: number; readonly max: number },
  { seed, rule, matches }: Draw,
): number => min + createRandom(seed, `delay ${rule}`, matches).int('ms', max - min + 1)
