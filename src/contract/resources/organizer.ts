import type { Context, PresentContext, Query } from '../context.ts'
import { matchesOneField } from '../filter.ts'
import { organizerLdSchema, presentOrganizerLd } from '../json-ld.ts'
import { filtersByEvents } from '../linked-filters.ts'
import { notePageSize, noteUpcoming } from '../list-notes.ts'
import { image, imageSchema, imageSchemas, presentImage } from '../params/image.ts'
import { required, withNullDefault } from '../params/param.ts'
import { multiLine, singleLine, text, textOrNumber, url } from '../params/values.ts'
import {
  author,
  createPostResource,
  findSameNamed,
  globalId,
  newestFirst,
  omitEmpty,
  pageUrl,
  paging,
  postDefaults,
  postSchema,
  presentPostHead,
  publication,
  search,
} from '../post.ts'
import { defaultStatus, linkedPostNotes, listStatus, status } from '../post-status.ts'
import { preparePost } from '../prepare-post.ts'
import { type PresentView, type Resource, type Row, repeatSchema, schemaRef } from '../resource.ts'
import { presentText, presentTitle } from '../title.ts'

const fields = {
  author: withNullDefault(author),
  date: withNullDefault(publication.date),
  date_utc: withNullDefault(publication.date_utc),
  organizer: required(withNullDefault(text('organizerName'))),
  description: withNullDefault(multiLine('organizerDescription')),
  status: withNullDefault(status),
  phone: withNullDefault(textOrNumber('organizerPhone')),
  website: withNullDefault(url('organizerWebsite')),
  email: withNullDefault(singleLine('organizerEmail')),
  image: withNullDefault(image('image', { clearable: true })),
}

const contacts = ['phone', 'website', 'email']

/** The columns of organizers. Asserted types are those of `db`. */
export const organizerDefaults = {
  ...postDefaults,
  phone: '',
  website: '',
  email: '',
  image: null as number | null,
  organizer: '',
  description: '',
}

/** Organizers of events (2.3, 4.5). */
export const organizer: Resource = {
  ...createPostResource('organizer', 'organizers'),
  fields,
  filters: {
    ...paging,
    search: search('searchOrganizers', matchesOneField(['organizer', 'description', ...contacts])),
    ...filtersByEvents('organizer'),
    status: listStatus,
  },
  defaults: organizerDefaults,
  defaultOrder: newestFirst,
  listNotes: [notePageSize, noteUpcoming],
  writeNotes: linkedPostNotes,
  findExisting: (values, context) => findSameNamed('organizer', values, context),
  createOnlyFields: ['organizer', 'description', 'status'],
  clearedByUpdate: (row, _input, context) => ({ status: defaultStatus(row, context), image: '' }),
  prepare: prepareOrganizer,
  present: presentOrganizer,
  schema: {
    type: 'object',
    properties: {
      ...postSchema,
      ...repeatSchema(['organizer', 'description']),
      image: imageSchema,
      ...repeatSchema(contacts),
      json_ld: schemaRef('organizer', 'JsonLd'),
    },
    required: Object.keys(postSchema),
  },
  schemas: { ...imageSchemas, OrganizerJsonLd: organizerLdSchema },
}

function prepareOrganizer(values: Query, context: Context, previous?: Row): Row {
  const row = preparePost(values, context, {
    resource: 'organizer',
    titleField: 'organizer',
    previous,
    defaults: organizerDefaults,
  })
  // an empty description does not replace the previous one (18.5)
  row.description = values.description || (previous?.description ?? '')
  return row
}

function presentOrganizer(row: Row, context: PresentContext, view: PresentView) {
  return {
    ...omitEmpty({
      ...presentPostHead(row),
      url: pageUrl(row, 'organizer', context),
      organizer: presentTitle(row.organizer, context),
      description: presentText(row.description, context),
      slug: row.slug,
      image: presentImage(row.image, context),
      phone: row.phone,
      website: row.website,
      email: row.email,
      ...(view === 'item' && { json_ld: presentOrganizerLd(row, context) }),
    }),
    ...globalId(row, context),
  }
}
