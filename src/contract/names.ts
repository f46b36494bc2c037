import { numbering, slugsOfParts } from './slug.ts'

/** What many records of one kind and language are called, by their ordinals. */
export interface Names {
  title(ordinal: number): string
  /** Numbered where an earlier record has the same; undefined for one that is not there. */
  slug(ordinal: number): string | undefined
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

/** Titles are made one by one; a slug is made after those of all earlier records. */
export function namesOf({ language, count, parts, has }: Named): Names {
  let titles: (string | undefined)[] | undefined
  let slugs: (string | undefined)[] | undefined
  let next = 0
  let number: ReturnType<typeof numberedSlugs> | undefined

  function titleOf(ordinal: number, told?: readonly string[]): string {
    titles ??= new Array<string | undefined>(count)
    const title = titles[ordinal] ?? (told ?? parts(ordinal)).join('')
    titles[ordinal] = title
    return title
  }

  return {
    title: (ordinal) => titleOf(ordinal),
    slug(ordinal) {
      slugs ??= new Array<string | undefined>(count)
      for (; next <= ordinal && next < count; next++) {
        if (!has(next)) continue
        const told = parts(next)
        number ??= numberedSlugs(language)
        titleOf(next, told)
        slugs[next] = number(told)
      }
      if (next === count) number = undefined // what it remembers is not needed any more
      return slugs[ordinal]
    },
  }
}

function numberedSlugs(language: string): (parts: readonly string[]) => string {
  const [slugOf, numbered] = [slugsOfParts(language), numbering()]
  return (parts) => numbered(slugOf(parts))
}
