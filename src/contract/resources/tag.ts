import type { Resource } from '../resource.ts'
import { createTermResource, type Taxonomy, termDefaults, termFields } from '../term.ts'
import { createTermFilters } from '../term-filters.ts'

/** The taxonomy of tags, which blog posts of the site share. */
export const tagTaxonomy: Taxonomy = {
  name: 'tag',
  collection: 'tags',
  hasParents: false,
  pagePath: 'tag',
}

/** Tags of events (2.5, 4.7). */
export const tag: Resource = {
  ...createTermResource(tagTaxonomy),
  fields: termFields,
  filters: createTermFilters(tagTaxonomy),
  defaults: termDefaults,
}
