import type { Resource } from './resource.ts'
import {
  checkTerm,
  createTermSchema,
  prepareTerm,
  presentTerm,
  presentTermList,
  type Taxonomy,
  termSchemas,
} from './term.ts'
import { compareTermNames, termOrder } from './term-filters.ts'
import { termListNotes, termWriteNotes } from './term-notes.ts'

/** Returns the parts of a resource that categories and tags share. */
export const createTermResource = (taxonomy: Taxonomy) =>
  ({
    name: taxonomy.name,
    collection: taxonomy.collection,
    pagePath: taxonomy.pagePath,
    addressedBy: ['id'],
    itemMethods: ['GET', 'EDIT', 'DELETE'],
    rejectsPagePastEnd: false,
    defaultOrder: compareTermNames,
    order: termOrder(taxonomy),
    listNotes: termListNotes(taxonomy),
    writeNotes: termWriteNotes(taxonomy),
    check: checkTerm(taxonomy),
    prepare: prepareTerm(taxonomy),
    present: presentTerm(taxonomy),
    onDelete: () => undefined,
    presentList: presentTermList(taxonomy.collection),
    schema: createTermSchema(taxonomy.hasParents),
    schemas: termSchemas,
  }) satisfies Partial<Resource>
