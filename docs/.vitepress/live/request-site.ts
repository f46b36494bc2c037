import { languageHeaders } from '../../../fixtures/languages/index.ts'
import { BLOCK_SITES, type BlockSite } from './http-block.ts'

/** Matches the site in the first line of a request, also behind the name of a world. */
const SITE = /^(\s*\S+\s+(?:\/~[\w-]+)?\/)([\w-]+)(?=[/?\s]|$)/

/** Returns the site in the path of a request. Undefined if the path does not begin with one. */
export function findSite(text: string): BlockSite | undefined {
  const site = SITE.exec(text)?.[2]
  return BLOCK_SITES.find((code) => code === site)
}

/** Returns the first segment of a path that looks like a site and is none: `/xx/cal/events/v1`. */
export function findUnknownSite(text: string, sites: readonly string[]): string | undefined {
  const site = /^(?:\S+\s+)(?:\/~[\w-]+)?\/([\w-]+)\/cal\//.exec(text.trim())?.[1]
  return site !== undefined && !sites.includes(site) ? site : undefined
}

/** Replaces the site in the path of a request. */
export const replaceSite = (text: string, site: string): string =>
  findSite(text) === undefined ? text : text.replace(SITE, `$1${site}`)

/** The languages of the sites in their own words. */
export const siteNames: Readonly<Record<string, string>> = Object.fromEntries(
  BLOCK_SITES.map((code) => [code, languageHeaders[code].name]),
)
