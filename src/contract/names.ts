import { numbering, slugsOfParts, withSuffix } from './slug.ts'

/** What many records of one kind and language are called, by their ordinals. */
export interface Names {
  title(ordinal: number): string
  /** Numbered where an earlier record has the same; undefined for one that is not there. */
  slug(ordinal: number): string | undefined
  /** The one that has a slug. */
  ordinalOf(slug: string): number | undefined
}

/** What names are made from. */
export interface Named {
  readonly language: string
  /** How many ordinals there are. */
  readonly count: number
  /** A title in parts, which come again in others. */
  parts(ordinal: number): readonly string[]
  /** Whether there is a record. */
  has(ordinal: number): boolean
}

/** Among the first so many records equal slugs are counted, which takes those of all earlier ones. */
const COUNTED = 5000

/** The slug a record has where no earlier one has it: late ones bear their ordinal, so that nobody has to look. */
export const plainSlug = (slug: string, ordinal: number): string =>
  ordinal < COUNTED ? slug : withSuffix(slug, `-${ordinal + 1}`)

/** Each is made when it is asked for. */
export function namesOf({ language, count, parts, has }: Named): Names {
  let titles: (string | undefined)[] | undefined
  const counted: (string | undefined)[] = []
  let owners: ReadonlyMap<string, number> | undefined
  const [slugOf, numbered] = [slugsOfParts(language), numbering()]

  function titleOf(ordinal: number, told?: readonly string[]): string {
    titles ??= new Array<string | undefined>(count)
    const title = titles[ordinal] ?? (told ?? parts(ordinal)).join('')
    titles[ordinal] = title
    return title
  }

  function ownSlug(ordinal: number): string | undefined {
    if (ordinal >= count || !has(ordinal)) return undefined
    const told = parts(ordinal)
    titleOf(ordinal, told)
    return plainSlug(slugOf(told), ordinal)
  }

  function slugFor(ordinal: number): string | undefined {
    if (ordinal >= COUNTED) return ownSlug(ordinal)
    while (counted.length <= ordinal) {
      const slug = ownSlug(counted.length)
      counted.push(slug && numbered(slug))
    }
    return counted[ordinal]
  }

  return {
    title: (ordinal) => titleOf(ordinal),
    slug: slugFor,
    ordinalOf(slug) {
      slugFor(Math.min(count, COUNTED) - 1)
      owners ??= new Map(counted.flatMap((slug, ordinal) => (slug ? [[slug, ordinal]] : [])))
      const late = Number(/-(\d+)$/.exec(slug)?.[1]) - 1
      return owners.get(slug) ?? (late >= COUNTED && slugFor(late) === slug ? late : undefined)
    },
  }
}
