import type { Schema } from '../contract/params/param.ts'
import {
  describeSchema,
  integerSchema,
  objectSchema,
  repeatSchema,
  textSchema,
} from '../contract/resource.ts'
import { languages } from '../contract/site.ts'
import { mockOptions, type RecordOptions } from '../options/mock-options.ts'
import type { WorldSettings } from '../options/world-settings.ts'

export const booleanSchema: Schema = { type: 'boolean' }
export const timeSchema: Schema = { type: 'string', format: 'date-time' }
const textListSchema: Schema = { type: 'array', items: textSchema }

export const mapSchema = (additionalProperties: Schema): Schema => ({
  type: 'object',
  additionalProperties,
})

/** Returns a reference to a schema in `controlSchemas`. */
export const controlRef = (name: keyof typeof controlSchemas): Schema => ({
  $ref: `#/components/schemas/${name}`,
})

const byLanguage = (schema: Schema = textSchema): Schema =>
  objectSchema(repeatSchema(languages, schema))

export const faultsSchema = describeSchema('Rules such as `GET /events 503 10%`.', textListSchema)

export const delaySchema: Schema = {
  ...describeSchema('Milliseconds, or a range such as `200-800`.'),
  type: ['integer', 'string'],
}

const changesSchemas = {
  nextId: describeSchema('The ID of the next record.', integerSchema),
  records: describeSchema(
    'The changed records by kind and ID; null for a removed one.',
    mapSchema(mapSchema({ type: ['object', 'null'] })),
  ),
}

export const nowSchema = describeSchema(
  '`today`, `real` or an instant such as `2030-01-07T12:00:00Z`.',
)

export const namesSchema = describeSchema('Names of scenarios, joined with `+`.')

export const maxSchema: Schema = {
  ...describeSchema('The maximum of requests in the log.', integerSchema),
  minimum: mockOptions.maxRequests.type.min,
  maximum: mockOptions.maxRequests.type.max,
}

const settingSchemas = {
  faults: faultsSchema,
  delay: delaySchema,
  maxRequests: maxSchema,
} satisfies Record<keyof WorldSettings, Schema>

const { cities, ...requiredOptions }: Readonly<Record<keyof RecordOptions, Schema>> = {
  seed: integerSchema,
  events: integerSchema,
  cities: describeSchema('The cities of the records, if not all.', textListSchema),
}

/** The query parameters of the list of requests. */
export const requestFilters = {
  method: describeSchema('Methods, separated by commas.'),
  path: describeSchema(
    'Paths below the namespace, separated by commas; `*` matches any characters.',
  ),
  status: describeSchema('Statuses such as `404` or `4xx`, separated by commas.'),
  limit: { ...describeSchema('The maximum of requests.', integerSchema), minimum: 0 },
  after: {
    ...describeSchema('List requests with a higher number than this.', integerSchema),
    minimum: 0,
  },
}

export const controlSchemas = {
  Clock: objectSchema({
    now: timeSchema,
    frozen: describeSchema('True if the clock is stopped.', booleanSchema),
  }),
  Scenario: objectSchema({ scenario: describeSchema('Names, joined with +.') }),
  Faults: objectSchema(
    { faults: faultsSchema },
    {
      spent: describeSchema(
        'The rules with a share such as `2x` that apply to no further request. Absent without any.',
        textListSchema,
      ),
    },
  ),
  Delay: objectSchema({ delay: delaySchema }),
  Checkpoint: objectSchema({
    name: textSchema,
    saved: timeSchema,
    bytes: describeSchema('The memory that it takes.', integerSchema),
  }),
  World: objectSchema(repeatSchema(['name', 'url'])),
  Landmark: objectSchema({
    id: byLanguage(integerSchema),
    ...repeatSchema(['slug', 'title', 'url'], byLanguage()),
  }),
  Snapshot: objectSchema(
    {
      ...requiredOptions,
      scenario: textSchema,
      ...repeatSchema(['anchor', 'now'], timeSchema),
      frozen: booleanSchema,
      ...changesSchemas,
    },
    {
      cities,
      settings: describeSchema(
        'The settings that differ from the options.',
        objectSchema({}, settingSchemas),
      ),
      scenarios: describeSchema(
        'The changes of the records that `x-calmock-scenario` selects, by scenario.',
        mapSchema(objectSchema(changesSchemas)),
      ),
    },
  ),
  Note: objectSchema(
    {
      code: textSchema,
      level: { type: 'string', enum: ['warning', 'info'] },
      message: textSchema,
    },
    { parameter: textSchema },
  ),
  LoggedRequest: objectSchema(
    {
      id: describeSchema('The number of the request in its world.', integerSchema),
      time: timeSchema,
      ...repeatSchema(['world', 'method']),
      url: describeSchema('The URL with the query, without credentials.'),
      query: mapSchema({ anyOf: [textSchema, textListSchema] }),
      status: describeSchema('0 if the connection ended without a response.', integerSchema),
      ms: describeSchema('Milliseconds with the planned delay.', integerSchema),
      notes: { type: 'array', items: { $ref: '#/components/schemas/Note' } },
      ...repeatSchema(['requestHeaders', 'responseHeaders'], mapSchema(textSchema)),
      curl: describeSchema('A command for bash or zsh that sends the request again.'),
    },
    {
      path: describeSchema('The path below the namespace of the site.'),
      site: describeSchema('The language in the root of the site.'),
      language: describeSchema('The language of the response.'),
      ...repeatSchema(['fault', 'rule']),
      delay: integerSchema,
      reason: describeSchema('The message of an error response.'),
      ...repeatSchema(['requestBody', 'responseBody']),
      truncated: describeSchema(
        'The parts that were longer than the log stores: `url`, `requestHeaders`, `requestBody`, `responseHeaders`, `responseBody`.',
        textListSchema,
      ),
    },
  ),
  Error: objectSchema({
    ...repeatSchema(['code', 'message']),
    data: objectSchema({ status: integerSchema }),
  }),
} as const satisfies Readonly<Record<string, Schema>>
