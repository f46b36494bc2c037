import type { Query, Settings } from '../../contract/context.ts'
import type { MessageKey } from '../../contract/format-message.ts'
import type { Schema } from '../../contract/params/param.ts'
import { integerSchema, textSchema } from '../../contract/resource.ts'
import type { Operation } from '../../contract/route.ts'
import type { Site } from '../../contract/site.ts'
import { hasUsers } from '../../contract/user.ts'

/** A response header as `/doc` describes it. */
interface Header {
  readonly doc: MessageKey
  readonly schema: Schema
}

/** Headers of every response of a site. The server rejects some requests before the site is known, so they are optional. */
const commonHeaders: Readonly<Record<string, Header>> = {
  Allow: { doc: 'headerAllow', schema: textSchema },
  'Content-Language': { doc: 'headerLanguage', schema: textSchema },
  Link: { doc: 'headerLink', schema: textSchema },
}

/** Returns the headers of errors. A mock with users requests credentials. */
const problemHeaders = (settings: Settings): Readonly<Record<string, Header>> => ({
  ...commonHeaders,
  ...(hasUsers({ settings }) && { 'WWW-Authenticate': { doc: 'signIn', schema: textSchema } }),
})

const createHeaders: Readonly<Record<string, Header>> = {
  Location: { doc: 'headerLocation', schema: { type: 'string', format: 'uri' } },
}

/** Returns the headers with the totals of a list. */
const listHeaders = ({ preset }: Settings): Readonly<Record<string, Header>> =>
  Object.fromEntries(
    preset.totalHeaders.flatMap((prefix): [string, Header][] => [
      [`${prefix}-Total`, { doc: 'headerTotal', schema: integerSchema }],
      [`${prefix}-TotalPages`, { doc: 'headerPages', schema: integerSchema }],
    ]),
  )

/** Returns the response headers that operations refer to, by name. */
export function createHeaderComponents({ messages }: Site, settings: Settings): Query {
  const required = { ...listHeaders(settings), ...createHeaders }
  const describe = ({ doc, schema }: Header): Schema => ({ description: messages[doc], schema })
  return {
    ...mapHeaders(problemHeaders(settings), describe),
    ...mapHeaders(required, (header) => ({ ...describe(header), required: true })),
  }
}

/** Returns references to the headers of a success response. */
export function refSuccessHeaders({ action }: Operation, settings: Settings): Query {
  return {
    ...mapHeaders(commonHeaders, refHeader),
    ...(action === 'list' && mapHeaders(listHeaders(settings), refHeader)),
    ...(action === 'create' && mapHeaders(createHeaders, refHeader)),
  }
}

/** Returns references to the headers of errors. */
export const refProblemHeaders = (settings: Settings): Query =>
  mapHeaders(problemHeaders(settings), refHeader)

const refHeader = (_: Header, name: string): Schema => ({ $ref: `#/components/headers/${name}` })

const mapHeaders = (
  headers: Readonly<Record<string, Header>>,
  convert: (header: Header, name: string) => Schema,
): Query =>
  Object.fromEntries(Object.entries(headers).map(([name, header]) => [name, convert(header, name)]))
