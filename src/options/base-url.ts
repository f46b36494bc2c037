import type { Messages } from '../contract/format-message.ts'
import { invalidOption } from '../contract/option-error.ts'
import {
  createSite,
  defaultNamespace,
  type LanguageCode,
  languages,
  type Site,
} from '../contract/site.ts'

/** The parsed option `baseUrl`. */
export interface BaseUrl {
  /** The only origin that the mock serves. Default: any origin. */
  readonly origin?: string
  /** The prefix of all paths of the mock, without a trailing slash. */
  readonly path: string
}

/** Parses a base URL or a path. Throws `OptionError` for anything else. */
export function parseBaseUrl(baseUrl: string): BaseUrl {
  if (baseUrl === '' || /^(\/[\w.~-]+)*\/?$/.test(baseUrl))
    return { path: trimTrailingSlashes(baseUrl) }
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash)
    return { origin: url.origin, path: trimTrailingSlashes(url.pathname) }
  throw invalidOption('baseUrl', baseUrl, [
    'a URL such as https://api.example.com/v2',
    'a path such as /api',
  ])
}

const trimTrailingSlashes = (path: string): string => path.replace(/(?<!\/)\/+$/, '')

/** Parses a namespace, with or without slashes around it. Throws `OptionError` if it is not a path. */
export function parseNamespace(namespace: string): string {
  const trimmed = trimTrailingSlashes(namespace.replace(/^\/+/, ''))
  if (/^[\w.~-]+(\/[\w.~-]+)*$/.test(trimmed)) return trimmed
  throw invalidOption('namespace', namespace, `a path such as ${defaultNamespace}`)
}

/** A root pattern. Segments begin with a letter or a digit, so that none is a world or a control route. */
const rootPattern = /^(\/(:site|[a-z0-9][\w.~-]*))+\/?$/i

/**
 * Creates the sites of the languages below the root pattern. Throws `OptionError` for unknown languages, for
 * invalid patterns, and for a pattern without `:site` if there is more than one site.
 */
export function createSites(
  codes: readonly string[],
  root: string,
  messagesFor: (code: LanguageCode) => Messages,
): readonly Site[] {
  const unique = [...new Set(codes)]
  const places = root.split(':site').length - 1
  if (!rootPattern.test(root) || places > 1 || (places === 0 && unique.length > 1))
    throw invalidOption('root', root, [
      'a path with :site, such as /:site or /:site/wp-json',
      'for exactly one site also a path without it, such as /wp-json with the site en',
    ])
  if (unique.length === 0) throw invalidOption('sites', '', languages)
  return unique.map((code) => {
    const language = languages.find((language) => language === code)
    if (language) return createSite(language, messagesFor(language), root)
    throw invalidOption('site', code, languages)
  })
}
