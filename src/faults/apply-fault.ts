import { renderPage } from '../contract/html-page.ts'
import { createStatusProblem } from '../contract/problem.ts'
import {
  defaultLanguage,
  languages,
  type ReadMessages,
  type Site,
  textDirection,
} from '../contract/site.ts'
import { addExposedHeaders, createCorsHeaders } from '../engine/cors.ts'
import type { Delivery, MockRequest, MockResponse } from '../engine/http-message.ts'
import { negotiateLanguage } from '../engine/negotiate-language.ts'
import { presentProblem } from '../engine/to-response.ts'
import { escapeMarkup } from '../poster/escape-markup.ts'
import { type NamedFault, namedFaults } from './fault-kind.ts'
import type { ChosenFault } from './fault-rules.ts'

export function applyFault(response: MockResponse, { fault, delay }: ChosenFault): MockResponse {
  if (!fault && delay === 0) return response
  const changes = fault?.name && namedFaults[fault.name].change?.(response)
  const delivery: Delivery = { ...(delay > 0 && { delay }), ...changes?.delivery }
  const isPlain = Object.keys(delivery).length === 0
  return { ...response, ...changes, ...(!isPlain && { delivery }) }
}

/** The site of a request, if any, and the messages in all languages. */
interface FaultContext {
  readonly site: Site | undefined
  readonly readMessages: ReadMessages
}

/** Returns the response of a fault that comes before the service: an error of a server in front of the sites, its page, or none. */
export function respondInstead(
  request: MockRequest,
  instead: NonNullable<NamedFault['instead']> | number,
  { site, readMessages }: FaultContext,
): MockResponse {
  if (instead === 'no response') return { status: 0, headers: {}, body: '' }
  const { language, messages } = site ?? chooseMessages(request, readMessages)
  const isError = typeof instead === 'number'
  const headers: Record<string, string> = {
    'Content-Type': `${isError ? 'application/json' : 'text/html'}; charset=UTF-8`,
    ...(isError && { 'X-Content-Type-Options': 'nosniff' }),
    ...createCorsHeaders(request),
    'Content-Language': language,
  }
  if (isError) {
    const problem = createStatusProblem(instead)
    addExposedHeaders(headers, problem.init.headers)
    return { status: instead, headers, body: JSON.stringify(presentProblem(problem, messages)) }
  }
  addExposedHeaders(headers, { 'Retry-After': String(instead.retryAfter) })
  const body = renderPage({
    language,
    direction: textDirection(language),
    title: escapeMarkup(messages[instead.title]),
    main: `<h1>${escapeMarkup(messages[instead.heading])}</h1>`,
  })
  return { status: instead.status, headers, body }
}

/** Returns the language of `Accept-Language`, and its messages. */
function chooseMessages(request: MockRequest, readMessages: ReadMessages) {
  const accepted = request.header('accept-language') ?? ''
  const language = negotiateLanguage(accepted, languages) ?? defaultLanguage
  return { language, messages: readMessages(language) }
}
