import { whereIn } from '../filter.ts'
import { activeId, groupIds, idOf } from '../params/link.ts'
import { required, text } from '../params/param.ts'
import type { Filter, Resource } from '../resource.ts'
import {
  byName,
  checkTerm,
  hideEmpty,
  prepareTerm,
  presentTerm,
  slugFilter,
  type Taxonomy,
  termArchive,
  termBlank,
  termFields,
  termFilters,
  termOrder,
  termParts,
  termShape,
  termsOfEvent,
} from '../term.ts'

/** Categories as a taxonomy: a tree. */
export const categories: Taxonomy = {
  name: 'category',
  collection: 'categories',
  usedIn: 'categories',
  taxonomy: 'cal_events_cat',
  hasParents: true,
}

const self = { name: 'category' } as const

/** Direct children of a category. Choice: whichever translation of it is named. */
const parent: Filter<number> = {
  ...idOf(self, 'parentFilter'),
  ...whereIn('parent', (id, context) => groupIds('category', id, context)),
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
      ...idOf(self, 'categoryParent'),
      store: (id, context) => activeId('category', id, context),
    },
  },
  filters: {
    ...termFilters(self),
    hide_empty: hideEmpty(categories),
    parent: parent as Filter<unknown>, // its value is the number that its reader gives
    ...termsOfEvent(categories),
    slug: slugFilter as Filter<unknown>, // likewise, its text
  },
  blank: { ...termBlank, parent: 0 },
  hasLastPage: false,
  defaultOrder: byName,
  order: termOrder(categories),
  check: checkTerm(categories),
  prepare: prepareTerm(categories),
  present: presentTerm(categories),
  removed: () => undefined,
  archive: termArchive('categories'),
  shape: termShape(true),
  parts: termParts,
}
