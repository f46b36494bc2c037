import type { PresentContext, Query } from '../context.ts'
import { matchesOneField } from '../filter.ts'
import { filtersByEvents } from '../linked-filters.ts'
import { notePageSize, noteUpcoming } from '../list-notes.ts'
import { presentImage } from '../params/image.ts'
import {
  createPostResource,
  findSameNamed,
  newestFirst,
  pageUrl,
  paging,
  presentPostHead,
  search,
} from '../post.ts'
import { linkedPostNotes, listStatus } from '../post-status.ts'
import { preparePost } from '../prepare-post.ts'
import type { Resource, Row } from '../resource.ts'
import { presentText, presentTitle } from '../title.ts'

/**
 * Returns the parts of a resource that venues and organizers share. `searched` are the columns that a search covers
 * in addition to the name, which has the name of the resource, and the description.
 */
export const createLinkedPost = (
  name: 'venue' | 'organizer',
  searched: readonly string[],
  defaults: Query,
) =>
  ({
    ...createPostResource(name, `${name}s`),
    filters: {
      ...paging,
      search: search(
        name === 'venue' ? 'searchVenues' : 'searchOrganizers',
        matchesOneField([name, 'description', ...searched]),
      ),
      ...filtersByEvents(name),
      status: listStatus,
    },
    defaults,
    defaultOrder: newestFirst,
    listNotes: [notePageSize, noteUpcoming],
    writeNotes: linkedPostNotes,
    findExisting: (values, context) => findSameNamed(name, values, context),
    createOnlyFields: [name, 'description', 'status'],
    prepare(values, context, previous) {
      const row = preparePost(values, context, {
        resource: name,
        titleField: name,
        previous,
        defaults,
      })
      // an empty description does not replace the previous one (18.5)
      row.description = values.description || (previous?.description ?? '')
      return row
    },
  }) satisfies Partial<Resource>

/** Returns the properties that venues and organizers start with in responses. */
export const presentLinkedPost = (
  name: 'venue' | 'organizer',
  row: Row,
  context: PresentContext,
): Query => ({
  ...presentPostHead(row),
  url: pageUrl(row, name, context),
  [name]: presentTitle(row[name], context),
  description: presentText(row.description, context),
  slug: row.slug,
  image: presentImage(row.image, context),
})
