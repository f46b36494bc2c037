import { createHash } from 'node:crypto'
import { messages } from '../../fixtures/languages/messages.ts'
import { createSite, defaultSites } from '../../src/contract/site.ts'
import { type Calmock, createCalmock } from '../../src/index.ts'
import type { Options } from '../../src/options/options.ts'
import { NOW, ORIGIN } from '../call.ts'
import { type Answered, kinds } from '../http/world.ts'

/** Creates a mock with the fixed clock of the tests. */
export const mockOf = (options: Options = {}): Calmock => createCalmock({ now: NOW, ...options })

/** Every list of every site in every accepted language, with all records. */
export const lists: readonly string[] = defaultSites.flatMap((site) =>
  createSite(site, () => messages.en).accepts.flatMap((language) =>
    kinds.map(({ collection }) => {
      const wide = collection === 'events' ? '&start_date=1990-01-01&end_date=2100-01-01' : ''
      const all = collection === 'categories' || collection === 'tags' ? '&hide_empty=false' : wide
      return `/${site}/cal/events/v1/${collection}?i18n_language=${language}&per_page=50${all}`
    }),
  ),
)

/** Returns the texts of all pages of a list. Rejects for any status but 200. */
export async function pagesOf(calmock: Calmock, list: string): Promise<string[]> {
  const texts: string[] = []
  for (let url: string | undefined = ORIGIN + list; url; ) {
    const response = await calmock.fetch(url)
    const text = await response.text()
    if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`)
    texts.push(text)
    url = JSON.parse(text).next_rest_url
  }
  return texts
}

/** Returns the records of all pages of a list. */
export async function recordsOf(calmock: Calmock, list: string): Promise<Answered[]> {
  const collection = new URL(ORIGIN + list).pathname.split('/').pop() ?? ''
  const texts = await pagesOf(calmock, list)
  return texts.flatMap((text) => JSON.parse(text)[collection])
}

/** Returns the SHA-256 of all pages of all lists, as a fingerprint of a world. */
export async function hashOf(calmock: Calmock): Promise<string> {
  const hash = createHash('sha256')
  for (const list of lists) for (const text of await pagesOf(calmock, list)) hash.update(text)
  return hash.digest('hex')
}
