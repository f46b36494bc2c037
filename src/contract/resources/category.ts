import { whereIn } from '../filter.ts'
import { recordId } from '../params/link.ts'
import { required } from '../params/param.ts'
import { text } from '../params/text.ts'
import type { Filter, Resource } from '../resource.ts'
import {
  checkTerm,
  createTermSchema,
  prepareTerm,
  presentTerm,
  presentTermList,
  type Taxonomy,
  termDefaults,
  termFields,
  termSchemas,
} from '../term.ts'
import {
  compareTermNames,
  filtersByEvent,
  hideEmpty,
  slugFilter,
  termFilters,
  termOrder,
} from '../term-filters.ts'
import { translationIds, visibleTranslationId } from '../translations.ts'

/** The taxonomy of categories, which form a tree. */
export const categoryTaxonomy: Taxonomy = {
  name: 'category',
  collection: 'categories',
  usedIn: 'categories',
  taxonomy: 'cal_events_cat',
  hasParents: true,
}

const self = { name: 'category' } as const

/** Filters by the parent category. Choice: the ID of any of its translations is accepted. */
const parent: Filter<number> = {
  ...recordId(self, 'parentFilter'),
  ...whereIn('parent', (id, context) => translationIds('category', id, context)),
}

/** Categories of events (2.4, 4.6). */
export const category: Resource = {
  name: 'category',
  collection: 'categories',
  section: '2.4',
  addressedBy: ['id'],
  itemMethods: ['GET', 'EDIT', 'DELETE'],
  fields: {
    name: required(text('termName')),
    ...termFields,
    parent: {
      ...recordId(self, 'categoryParent'),
      store: (id, context) => visibleTranslationId('category', id, context),
    },
  },
  filters: {
    ...termFilters(self),
    hide_empty: hideEmpty(categoryTaxonomy),
    parent: parent as Filter<unknown>, // `matches` gets the number that `read` returns
    ...filtersByEvent(categoryTaxonomy),
    slug: slugFilter as Filter<unknown>, // `matches` gets the text that `read` returns
  },
  defaults: { ...termDefaults, parent: 0 },
  rejectsPagePastEnd: false,
  defaultOrder: compareTermNames,
  order: termOrder(categoryTaxonomy),
  check: checkTerm(categoryTaxonomy),
  prepare: prepareTerm(categoryTaxonomy),
  present: presentTerm(categoryTaxonomy),
  onDelete: () => undefined,
  presentList: presentTermList('categories'),
  schema: createTermSchema(true),
  schemas: termSchemas,
}
