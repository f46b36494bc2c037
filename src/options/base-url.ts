import type { Messages } from '../contract/format-message.ts'
import { OptionError } from '../contract/option-error.ts'
import {
  createSite,
  defaultNamespace,
  type LanguageCode,
  languages,
  type Site,
} from '../contract/site.ts'

/** Where a mock stands: its origin, where only one will do, and the path before all of its own. */
export interface BaseUrl {
  readonly origin?: string
  readonly path: string
}

/** Reads where a mock stands. Throws for what is no place, saying what is. */
export function parseBaseUrl(given: string): BaseUrl {
  const path = (pathname: string): string => pathname.replace(/(?<!\/)\/+$/, '')
  if (given === '' || /^(\/[\w.~-]+)*\/?$/.test(given)) return { path: path(given) }
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash)
    return { origin: url.origin, path: path(url.pathname) }
  throw new OptionError(
    `baseUrl "${given}" is no place; accepted: an address such as https://api.example.com/v2, a path such as /api`,
  )
}

/** Reads a namespace. Throws for what is no path. */
export function parseNamespace(given: string): string {
  const namespace = given.replace(/^\/+|(?<!\/)\/+$/g, '')
  if (/^[\w.~-]+(\/[\w.~-]+)*$/.test(namespace)) return namespace
  throw new OptionError(
    `namespace "${given}" is no path; accepted: segments such as ${defaultNamespace}`,
  )
}

/** The sites of some languages, where the pattern says. Throws for what cannot be, saying what can. */
export function createSites(
  sites: readonly string[],
  root: string,
  messagesFor: (code: LanguageCode) => Messages,
): readonly Site[] {
  if (!/^(\/[\w.~-]+)*\/:site(\/[\w.~-]+)*\/?$/.test(root)) {
    throw new OptionError(
      `root "${root}" does not say where the site stands; accepted: paths such as /:site or /:site/wp-json`,
    )
  }
  if (sites.length === 0) throw new OptionError(`no sites; known: ${languages.join(', ')}`)
  return [...new Set(sites)].map((code) => {
    const known = languages.find((language) => language === code)
    if (known) return createSite(known, messagesFor(known), root)
    throw new OptionError(`unknown site "${code}"; known: ${languages.join(', ')}`)
  })
}
