import type { Context, PresentContext, Query } from '../context.ts'
import { organizerLd, organizerLdSchema } from '../json-ld.ts'
import { filtersByEvents, matchesOneField } from '../linked-to-events.ts'
import { image, imageParts, imageShape, presentImage } from '../params/image.ts'
import { type Param, required, withDefault } from '../params/param.ts'
import { multiLine, singleLine, text, textOrNumber, url } from '../params/text.ts'
import {
  author,
  findSameNamed,
  globalId,
  listStatus,
  moveToTrash,
  newestFirst,
  omitEmpty,
  ownsSlug,
  pageUrl,
  paging,
  postDefaults,
  postSchema,
  presentPostHead,
  presentPostList,
  publication,
  rejectTrashed,
  rejectTrashedUpdate,
  search,
  status,
  toParagraphs,
  validatePost,
} from '../post.ts'
import { preparePost } from '../prepare-post.ts'
import { type PresentView, type Resource, type Row, schemaRef } from '../resource.ts'

/** Returns a parameter with the default null, which all parameters of organizers have (2.3). */
const optional = <T, S>(param: Param<T, S>): Param<T, S> => withDefault(param, null)

const fields = {
  author: optional(author),
  date: optional(publication.date),
  date_utc: optional(publication.date_utc),
  organizer: required(optional(text('organizerName'))),
  description: optional(multiLine('organizerDescription')),
  status: optional(status),
  phone: optional(textOrNumber('organizerPhone')),
  website: optional(url('organizerWebsite')),
  email: optional(singleLine('organizerEmail')),
  image: optional(image('image', { clearable: true })),
}

const contacts = ['phone', 'website', 'email']

/** Default values of the columns of an organizer. */
const defaults = {
  ...postDefaults,
  phone: '',
  website: '',
  email: '',
  image: null,
  organizer: '',
  description: '',
}

/** Organizers of events (2.3, 4.5). */
export const organizer: Resource = {
  name: 'organizer',
  collection: 'organizers',
  section: '2.3',
  addressedBy: ['id', 'slug'],
  itemMethods: ['GET', 'DELETE', 'EDIT'],
  fields,
  filters: {
    ...paging,
    search: search('searchOrganizers', matchesOneField(['organizer', 'description', ...contacts])),
    ...filtersByEvents('organizer'),
    status: listStatus,
  },
  defaults,
  rejectsPagePastEnd: true,
  ownsSlug,
  validateRow: validatePost,
  defaultOrder: newestFirst,
  check: rejectTrashedUpdate('organizer'),
  findExisting: (values, context) => findSameNamed('organizer', values, context),
  keptByExisting: ['organizer', 'description', 'status'],
  prepare: prepareOrganizer,
  present: presentOrganizer,
  authorizeRead: (row) => rejectTrashed('organizer', row),
  onDelete: (row, context) => moveToTrash('organizer', row, context),
  presentList: presentPostList('organizers'),
  schema: {
    type: 'object',
    properties: {
      ...postSchema,
      organizer: { type: 'string' },
      description: { type: 'string' },
      image: imageShape,
      ...Object.fromEntries(contacts.map((name) => [name, { type: 'string' }])),
      json_ld: schemaRef('organizer', 'JsonLd'),
    },
    required: Object.keys(postSchema),
  },
  schemas: { ...imageParts, OrganizerJsonLd: organizerLdSchema },
}

function prepareOrganizer(values: Query, context: Context, previous?: Row): Row {
  const row = preparePost(values, context, {
    resource: 'organizer',
    titleField: 'organizer',
    previous,
    defaults,
  })
  // an empty description does not replace the previous one (8.5)
  row.description = values.description || (previous?.description ?? '')
  return row
}

function presentOrganizer(row: Row, context: PresentContext, view: PresentView) {
  return {
    ...omitEmpty({
      ...presentPostHead(row),
      url: pageUrl(row, 'organizer', context),
      organizer: row.organizer,
      description: toParagraphs(row.description),
      slug: row.slug,
      image: presentImage(row.image, context),
      phone: row.phone,
      website: row.website,
      email: row.email,
      ...(view === 'item' && { json_ld: organizerLd(row, context) }),
    }),
    ...globalId(row, context),
  }
}
