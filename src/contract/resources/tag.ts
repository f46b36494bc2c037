import { required } from '../params/param.ts'
import { text } from '../params/text.ts'
import type { Resource } from '../resource.ts'
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

/** The taxonomy of tags, which blog posts of the site share. */
export const tagTaxonomy: Taxonomy = {
  name: 'tag',
  collection: 'tags',
  usedIn: 'tags',
  taxonomy: 'post_tag',
  hasParents: false,
}

/** Tags of events (2.5, 4.7). */
export const tag: Resource = {
  name: 'tag',
  collection: 'tags',
  section: '2.5',
  addressedBy: ['id'],
  itemMethods: ['GET', 'EDIT', 'DELETE'],
  fields: { name: required(text('termName')), ...termFields },
  filters: {
    ...termFilters({ name: 'tag' }),
    hide_empty: hideEmpty(tagTaxonomy),
    ...filtersByEvent(tagTaxonomy),
    slug: slugFilter,
  },
  defaults: termDefaults,
  rejectsPagePastEnd: false,
  defaultOrder: compareTermNames,
  order: termOrder(tagTaxonomy),
  check: checkTerm(tagTaxonomy),
  prepare: prepareTerm(tagTaxonomy),
  present: presentTerm(tagTaxonomy),
  onDelete: () => undefined,
  presentList: presentTermList('tags'),
  schema: createTermSchema(false),
  schemas: termSchemas,
}
