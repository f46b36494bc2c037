import { whereIn } from '../filter.ts'
import { recordId } from '../params/link.ts'
import type { Resource } from '../resource.ts'
import { createTermResource, type Taxonomy, termDefaults, termFields } from '../term.ts'
import { createTermFilters } from '../term-filters.ts'
import { translationIds, visibleTranslationId } from '../translations.ts'

/** The taxonomy of categories, which form a tree. */
export const categoryTaxonomy: Taxonomy = {
  name: 'category',
  collection: 'categories',
  hasParents: true,
  pagePath: 'events/category',
}

/** Filters by the parent category. The ID of any of its translations is accepted (21.2f). */
const parentFilter = {
  ...recordId(categoryTaxonomy, 'parentFilter'),
  ...whereIn<number>('parent', (id, context) => translationIds('category', id, context)),
}

export const categoryDefaults = { ...termDefaults, parent: 0 }

/** Categories of events (2.4, 4.6). */
export const category: Resource = {
  ...createTermResource(categoryTaxonomy),
  fields: {
    ...termFields,
    parent: {
      ...recordId(categoryTaxonomy, 'categoryParent'),
      store: (id, context) => visibleTranslationId('category', id, context),
    },
  },
  filters: createTermFilters(categoryTaxonomy, parentFilter),
  defaults: categoryDefaults,
}
