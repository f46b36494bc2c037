import type { Context, PresentContext, Query } from '../context.ts'
import { containsFolded, foldCase } from '../fold-case.ts'
import { notePageSize } from '../list-notes.ts'
import { createNote } from '../note.ts'
import { presentImage } from '../params/image.ts'
import { createPostResource, pageUrl, paging, presentPostHead, search } from '../post.ts'
import { listStatus, noteStatus } from '../post-status.ts'
import { preparePost } from '../prepare-post.ts'
import type { Filter, ListSubject, NoteRule, Resource, Row, WriteSubject } from '../resource.ts'
import { filtersByEvents } from '../term-filters.ts'
import { presentText, presentTitle } from '../title.ts'

/** Returns the predicate of a search: one of the fields contains all words. Latin text is split as in the real service (15.3). */
function matchesOneField(fields: readonly string[]): NonNullable<Filter<string>['matches']> {
  return (search) => {
    const words = (search.match(/[\p{L}\p{M}\p{N}-]+/gu) ?? []).map(containsFolded)
    return (row) =>
      words.length > 0 &&
      fields.some((field) => {
        const text = String(row[field] ?? '')
        return words.every((contains) => contains(text))
      })
  }
}

/** Returns the note about `only_with_upcoming=false`, which does not filter. */
const noteUpcoming: NoteRule<ListSubject> = ({ sent, input }) =>
  sent('only_with_upcoming') !== undefined && input.only_with_upcoming === false
    ? createNote(
        'no-effect',
        'only_with_upcoming=false lists all records, not only those without upcoming events',
        'only_with_upcoming',
      )
    : undefined

/** Returns the note about an empty description, which does not replace the previous one. */
const noteEmptyDescription: NoteRule<WriteSubject> = ({ input, previous }) =>
  input.description === '' && previous && previous.description !== ''
    ? createNote('empty-text-kept', 'an empty description keeps the previous one', 'description')
    : undefined

/** Finds the record that a create updates: one with the same name and, if sent, the same description, in any letter case (17.4). Only the user's data has slugs. */
function findSameNamed(
  resource: 'venue' | 'organizer', // also the column of the name
  { [resource]: name, description, slug }: Query,
  { repository, language }: Context,
): Row | undefined {
  return repository
    .named(resource, resource, String(name).trim(), language)
    .filter((row) => row.status !== 'trash' && (slug === undefined || slug === row.slug))
    .find(
      (row) =>
        description === undefined || foldCase(String(description)) === foldCase(row.description),
    )
}

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
    totalIgnores: 'search',
    listNotes: [notePageSize, noteUpcoming],
    writeNotes: [noteStatus, noteEmptyDescription],
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
