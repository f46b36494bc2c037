import type { PresentContext } from '../context.ts'
import { organizerLdSchema, presentOrganizerLd } from '../json-ld.ts'
import { image, imageSchema, imageSchemas } from '../params/image.ts'
import { required, withNullDefault } from '../params/param.ts'
import { multiLine, singleLine, text, textOrNumber, url } from '../params/values.ts'
import { author, globalId, omitEmpty, postDefaults, postSchema, publication } from '../post.ts'
import { defaultStatus, status } from '../post-status.ts'
import {
  compareBy,
  type PresentView,
  type Resource,
  type Row,
  repeatSchema,
  schemaRef,
} from '../resource.ts'
import { createLinkedPost, presentLinkedPost } from './linked-post.ts'

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

const shared = createLinkedPost('organizer', contacts, organizerDefaults)

/** Organizers of events (2.3, 4.5). */
export const organizer: Resource = {
  ...shared,
  fields,
  defaultOrder: compareBy(({ date }) => date, -1), // the newest first
  clearedByUpdate: (row, _input, context) => ({ status: defaultStatus(row, context), image: '' }),
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

function presentOrganizer(row: Row, context: PresentContext, view: PresentView) {
  return {
    ...omitEmpty({
      ...presentLinkedPost('organizer', row, context),
      phone: row.phone,
      website: row.website,
      email: row.email,
      ...(view === 'item' && { json_ld: presentOrganizerLd(row, context) }),
    }),
    ...globalId(row, context),
  }
}
