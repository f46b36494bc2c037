import { required, text } from '../params/param.ts'
import type { Resource } from '../resource.ts'
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

/** Tags as a taxonomy; ordinary posts share it. */
export const tags: Taxonomy = {
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
    hide_empty: hideEmpty(tags),
    ...termsOfEvent(tags),
    slug: slugFilter,
  },
  blank: termBlank,
  hasLastPage: false,
  defaultOrder: byName,
  order: termOrder(tags),
  check: checkTerm(tags),
  prepare: prepareTerm(tags),
  present: presentTerm(tags),
  removed: () => undefined,
  archive: termArchive('tags'),
  shape: termShape(false),
  parts: termParts,
}
