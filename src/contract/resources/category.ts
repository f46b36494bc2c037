import { whereIn } from '../filter.ts'
import { recordId } from '../params/link.ts'
import { required } from '../params/param.ts'
import { text } from '../params/text.ts'
import type { Filter, Resource } from '../resource.ts'
import {
  checkTerm,
  compareTermNames,
  createTermSchema,
  filtersByEvent,
  hideEmpty,
  prepareTerm,
  presentTerm,
  presentTermList,
  slugFilter,
  type Taxonomy,
  termDefaults,
  termFields,
  termFilters,
  termOrder,
  termSchemas,
} from '../term.ts'
import { translationIds, visibleTranslationId } from '../translations.ts'

/** Categories as a taxonomy: a tree. */
export const categoryTaxonomy: Taxonomy = {
  name: 'category',
  collection: 'categories',
  usedIn: 'categories',
  taxonomy: 'cal_events_cat',
  hasParents: true,
}

const self = { name: 'category' } as const

/** Direct children of a category. Choice: whichever translation of it is named. */
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
    parent: parent as Filter<unknown>, // its value is the number that its reader gives
    ...filtersByEvent(categoryTaxonomy),
    slug: slugFilter as Filter<unknown>, // likewise, its text
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
