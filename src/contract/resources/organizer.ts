import type { Context, PresentContext, Query } from '../context.ts'
import { organizerLd, organizerLdShape } from '../json-ld.ts'
import { hostFilters, matchesOneField } from '../linked-to-events.ts'
import { image, imageObject, imageParts, imageShape } from '../params/image.ts'
import { code, line, orElse, type Param, prose, required, text, url } from '../params/param.ts'
import {
  author,
  globalId,
  listStatus,
  newestFirst,
  ownsSlug,
  pageUrl,
  paging,
  paragraphs,
  postArchive,
  postBlank,
  postHead,
  postShape,
  preparePost,
  publication,
  refuseTrashed,
  refuseTrashedUpdate,
  sameNamed,
  search,
  status,
  toTrash,
  validatePost,
  withoutEmpty,
} from '../post.ts'
import { type Resource, type Row, schemaRef, type View } from '../resource.ts'

/** All defaults of organizers are null (2.3), so JSON null is as good as nothing sent. */
const optional = <T, S>(param: Param<T, S>): Param<T, S> => orElse(param, null)

const fields = {
  author: optional(author),
  date: optional(publication.date),
  date_utc: optional(publication.date_utc),
  organizer: required(optional(text('organizerName'))),
  description: optional(prose('organizerDescription')),
  status: optional(status),
  phone: optional(code('organizerPhone')),
  website: optional(url('organizerWebsite')),
  email: optional(line('organizerEmail')),
  image: optional(image('image', { clearable: true })),
}

const contacts = ['phone', 'website', 'email']

/** What an organizer is when it is made with the least. */
const blank = {
  ...postBlank,
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
    ...hostFilters('organizer'),
    status: listStatus,
  },
  blank,
  hasLastPage: true,
  ownsSlug,
  validateRow: validatePost,
  defaultOrder: newestFirst,
  check: refuseTrashedUpdate('organizer'),
  twin: (values, context) => sameNamed('organizer', 'organizer', values, context),
  twinKeeps: ['organizer', 'description', 'status'],
  prepare: prepareOrganizer,
  present: presentOrganizer,
  guard: (row) => refuseTrashed('organizer', row),
  removed: (row, context) => toTrash('organizer', row, context),
  archive: postArchive('organizers'),
  shape: {
    type: 'object',
    properties: {
      ...postShape,
      organizer: { type: 'string' },
      description: { type: 'string' },
      image: imageShape,
      ...Object.fromEntries(contacts.map((name) => [name, { type: 'string' }])),
      json_ld: schemaRef('organizer', 'JsonLd'),
    },
    required: Object.keys(postShape),
  },
  parts: { ...imageParts, OrganizerJsonLd: organizerLdShape },
}

function prepareOrganizer(values: Query, context: Context, previous?: Row): Row {
  const row = preparePost(values, context, {
    title: 'organizer',
    name: 'organizer',
    previous,
    blank,
  })
  // an empty description changes nothing (8.5)
  row.description = values.description || (previous?.description ?? '')
  return row
}

function presentOrganizer(row: Row, context: PresentContext, view: View) {
  return {
    ...withoutEmpty({
      ...postHead(row),
      url: pageUrl(row, 'organizer', context),
      organizer: row.organizer,
      description: paragraphs(row.description),
      slug: row.slug,
      image: imageObject(row.image, context),
      phone: row.phone,
      website: row.website,
      email: row.email,
      ...(view === 'item' && { json_ld: organizerLd(row, context) }),
    }),
    ...globalId(row, context),
  }
}
