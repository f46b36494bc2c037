import type { Repository } from '../contract/context.ts'
import { withSuffix } from '../contract/slug.ts'
import type { Keeper } from './keeper.ts'

/** Finds slugs that are free; many rows that are called alike do not make it slower. */
export interface Slugs extends Pick<Keeper, 'changed'> {
  readonly freeSlug: Repository['freeSlug']
}

export function createSlugs(bySlug: Repository['bySlug']): Slugs {
  /** By model, language and slug: the number below which every suffix of it is taken. */
  const starts = new Map<string, number>()

  return {
    freeSlug(model, slug, { id, language }) {
      const isTaken = (candidate: string): boolean => {
        const owner = bySlug(model, candidate, language)
        return owner !== undefined && owner.id !== id
      }
      if (!isTaken(slug)) return slug
      const key = `${model} ${language} ${slug}`
      // one of those below may be the row's own
      for (let n = (id === undefined && starts.get(key)) || 2; ; n++) {
        const candidate = withSuffix(slug, `-${n}`)
        if (isTaken(candidate)) continue
        // a slug that had to be shortened could not be told from its suffix
        if (id === undefined && candidate === `${slug}-${n}`) starts.set(key, n)
        return candidate
      }
    },
    changed(model, before, after) {
      if (!before || (after?.slug === before.slug && after.language === before.language)) return
      const [, slug, number] = /^(.*)-(\d+)$/s.exec(before.slug) ?? []
      const key = `${model} ${before.language} ${slug}`
      const freed = Math.max(Number(number), 2)
      if (freed < (starts.get(key) ?? 0)) starts.set(key, freed)
    },
  }
}
