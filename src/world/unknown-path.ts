import { formatMessage, joinSentences, type Messages } from '../contract/format-message.ts'
import { presets } from '../contract/presets.ts'
import { resources } from '../contract/resources/index.ts'
import { defaultLanguage, languages, type ReadMessages, type Site } from '../contract/site.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { negotiateLanguage } from '../engine/negotiate-language.ts'
import { createJsonResponse } from '../engine/plain-response.ts'

/** The parts of a mock that a response outside the sites depends on. */
export interface OutsideOptions {
  readonly sites: readonly Site[]
  readonly namespace: string
  readonly readMessages: ReadMessages
}

const MAX_SHOWN_CHARACTERS = 200

/** Returns the 404 of a path outside the sites, in the language of `Accept-Language`. The message lists the sites. */
export function rejectUnknownPath(request: MockRequest, options: OutsideOptions): MockResponse {
  const { sites, readMessages } = options
  const accepted = request.header('accept-language') ?? ''
  const language = negotiateLanguage(accepted, [defaultLanguage, ...languages]) ?? defaultLanguage
  const messages = readMessages(language)
  const path = request.path.slice(0, MAX_SHOWN_CHARACTERS)
  const values = {
    ...{ method: request.method, path, url: suggestUrl({ ...request, path }, options) },
    accepted: sites.map((site) => site.language),
  }
  const sentences = [
    formatMessage(messages, 'noSite', values),
    ...suggestOptions(path, options, messages),
  ]
  const body = { code: 'rest_no_route', message: joinSentences(sentences), data: { status: 404 } }
  const headers = { 'Content-Language': language, Vary: 'Origin, Accept-Language' }
  return createJsonResponse(request, 404, body, headers)
}

/** Returns the URL that the client may have meant: the route in the path, on the site that the path begins with or the first one. */
function suggestUrl({ origin, path }: MockRequest, { sites, namespace }: OutsideOptions): string {
  const site =
    sites.find(({ home }) => home !== '' && `${path}/`.startsWith(`${home}/`)) ?? sites[0]
  return `${origin}${site?.root}/${namespace}${findRoute(path)}`
}

const itemPatterns = { id: /^\d+$/, slug: /^by-slug\/[^/]+$/ }

/** Returns the route at the end of a path: `/events`, `/events/7` or `/events/by-slug/jazz`. Empty without one. */
function findRoute(path: string): string {
  const segments = path.replace(/\/$/, '').split('/')
  const names = resources.map(({ collection }) => collection)
  const index = segments.findLastIndex((segment) => names.includes(segment))
  const [name = '', ...rest] = index < 0 ? [] : segments.slice(index)
  const item = rest.join('/')
  const forms = resources.find(({ collection }) => collection === name)?.addressedBy ?? []
  const isRoute = item === '' ? name !== '' : forms.some((by) => itemPatterns[by].test(item))
  return isRoute ? `/${[name, ...rest].join('/')}` : ''
}

/** Returns the sentence about the option that adds the path: `preset` for a path of its service, or else `sites`. Empty if no option does. */
function suggestOptions(
  path: string,
  { sites, namespace }: OutsideOptions,
  messages: Messages,
): readonly string[] {
  const preset = Object.entries(presets).find(([, { namespace }]) => path.includes(`/${namespace}`))
  if (preset && preset[1].namespace !== namespace)
    return [formatMessage(messages, 'usePreset', { given: preset[0] })]
  const accepted = suggestSites(path, sites)
  return accepted ? [formatMessage(messages, 'addSite', { accepted })] : []
}

/** Returns the option `sites` with one more language: the one in the path, or else the default. Undefined if no such site can be added. */
function suggestSites(path: string, sites: readonly Site[]): string | undefined {
  const codes: readonly string[] = sites.map(({ language }) => language)
  const isFixed = sites.some(({ root, language }) => !root.split('/').includes(language))
  const others = languages.filter((code) => !codes.includes(code))
  const segments = path.split('/')
  const added =
    others.find((code) => segments.includes(code)) ??
    others.find((code) => code === defaultLanguage)
  return added === undefined || isFixed ? undefined : [...codes, added].join(',')
}
