import { invalidOption } from '../contract/option-error.ts'
import {
  createSite,
  defaultNamespace,
  languages,
  type ReadMessages,
  type Site,
  type SitePlace,
} from '../contract/site.ts'
import type { Options } from './mock-options.ts'

/** The URLs of a mock: the parsed options `baseUrl`, `publicUrl` and `trustProxy`. */
export interface BaseUrl {
  /** The only origin that the mock serves. Default: any origin. */
  readonly origin?: string
  /** The prefix of all paths of the mock, without a trailing slash. */
  readonly path: string
  /** The URL of the mock in links, without a trailing slash. Default: the URL of the request. */
  readonly publicUrl?: string
  /** True if links follow the headers of a reverse proxy. */
  readonly trustsProxy: boolean
}

/** Parses the options about URLs. Throws `OptionError` for an invalid value. */
export const parseBase = ({
  baseUrl = '',
  publicUrl,
  trustProxy = false,
}: Pick<Options, 'baseUrl' | 'publicUrl' | 'trustProxy'>): BaseUrl => ({
  ...parseBaseUrl(baseUrl),
  ...(publicUrl !== undefined && { publicUrl: parsePublicUrl(publicUrl) }),
  trustsProxy: trustProxy,
})

/** Parses a URL of HTTP without a query, a fragment and a user. Returns undefined for anything else. */
function parseHttpUrl(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url && !/[?#]/.test(text) && url.username === '' && url.password === ''
  return isPlain && /^https?:$/.test(url.protocol) ? url : undefined
}

function parsePublicUrl(publicUrl: string): string {
  const url = parseHttpUrl(publicUrl)
  if (url) return url.origin + trimTrailingSlashes(url.pathname)
  throw invalidOption('publicUrl', publicUrl, 'a URL such as https://example.com/mock')
}

function parseBaseUrl(baseUrl: string): Pick<BaseUrl, 'origin' | 'path'> {
  if (baseUrl === '' || /^(\/[\w.~-]+)*\/?$/.test(baseUrl))
    return { path: trimTrailingSlashes(baseUrl) }
  const url = parseHttpUrl(baseUrl)
  if (url) return { origin: url.origin, path: trimTrailingSlashes(url.pathname) }
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
  { sites, root, timezone }: Required<SitePlace> & { readonly sites: readonly string[] },
  readMessages: ReadMessages,
): readonly Site[] {
  const unique = [...new Set(sites)]
  const places = root.split(':site').length - 1
  if (!rootPattern.test(root) || places > 1 || (places === 0 && unique.length > 1))
    throw invalidOption('root', root, [
      'a path with :site, such as /:site or /:site/wp-json',
      'for exactly one site also a path without it, such as /wp-json with the site en',
    ])
  if (unique.length === 0) throw invalidOption('sites', '', languages)
  return unique.map((code) => {
    const language = languages.find((language) => language === code)
    if (language) return createSite(language, readMessages, { root, timezone })
    throw invalidOption('sites', code, languages)
  })
}
