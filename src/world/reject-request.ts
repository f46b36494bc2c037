import { renderPage } from '../contract/html-page.ts'
import { OptionError } from '../contract/option-error.ts'
import { createStatusProblem } from '../contract/problem.ts'
import { defaultLanguage, languages, type Site, textDirection } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { negotiateLanguage } from '../engine/negotiate-language.ts'
import {
  addExposedHeaders,
  createCorsHeaders,
  createErrorResponse,
} from '../engine/plain-response.ts'
import { presentProblem } from '../engine/to-response.ts'
import type { ResolvedOptions } from '../options/options.ts'
import { escapeMarkup } from '../poster/draw-poster.ts'
import { MemoryFullError } from './memory.ts'

/** The site of a request, and the messages in all languages. */
export interface RejectionContext extends Pick<ResolvedOptions, 'readMessages'> {
  readonly site: Site | undefined
}

/** Returns the language and the messages of the site, or outside the sites the ones of `Accept-Language`. */
function chooseLanguage(
  request: MockRequest,
  { site, readMessages }: RejectionContext,
): Pick<Site, 'language' | 'messages'> {
  if (site) return site
  const accepted = request.header('accept-language') ?? ''
  const language = negotiateLanguage(accepted, languages) ?? defaultLanguage
  return { language, messages: readMessages(language) }
}

/** Returns an error of a server in front of the sites, in the form of the service's errors. */
export function rejectWithStatus(
  request: MockRequest,
  status: number,
  context: RejectionContext,
): MockResponse {
  const { language, messages } = chooseLanguage(request, context)
  const problem = createStatusProblem(status)
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=UTF-8',
    'X-Content-Type-Options': 'nosniff',
    ...createCorsHeaders(request),
    'Content-Language': language,
  }
  addExposedHeaders(headers, problem.init.headers)
  return { status, headers, body: JSON.stringify(presentProblem(problem, messages)) }
}

/** The time after which WordPress asks a client to try again during maintenance, in seconds. */
const MAINTENANCE_SECONDS = 600

/** Returns the page that replaces every response of a site during maintenance. */
export function presentMaintenance(request: MockRequest, context: RejectionContext): MockResponse {
  const { language, messages } = chooseLanguage(request, context)
  const headers: Record<string, string> = {
    'Content-Type': 'text/html; charset=UTF-8',
    ...createCorsHeaders(request),
    'Content-Language': language,
  }
  addExposedHeaders(headers, { 'Retry-After': String(MAINTENANCE_SECONDS) })
  const body = renderPage({
    language,
    direction: textDirection(language),
    title: escapeMarkup(messages.maintenanceTitle),
    main: `<h1>${escapeMarkup(messages.maintenance)}</h1>`,
  })
  return { status: 503, headers, body }
}

/** Returns an `OptionError` as a 400 response, and a `MemoryFullError` as 507. Throws any other error, which is a bug. */
export function toErrorResponse(request: MockRequest, error: unknown): MockResponse {
  if (error instanceof MemoryFullError)
    return createErrorResponse(request, 507, 'memory_full', error.message)
  if (!(error instanceof OptionError)) throw error
  return createErrorResponse(request, 400, 'invalid', error.reason)
}
