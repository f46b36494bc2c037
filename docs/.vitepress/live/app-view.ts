import { languageHeaders } from '../../../fixtures/languages/index.ts'
import type { BlockSite } from './http-block.ts'
import { findSite } from './request-site.ts'
import type { Fetcher } from './send-request.ts'

/** An event of the little app next to a request. Parts that the answer does not have are empty. */
export interface Card {
  readonly title: string
  readonly date: string
  /** City and cost. */
  readonly details: string
  /** The picture as a `data:` URL, or empty. */
  readonly picture: string
}

/** The content of the app: cards, or a sentence in their place. */
export interface AppView {
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly heading: string
  readonly cards: readonly Card[]
  readonly message: string
}

const texts: Readonly<Record<BlockSite, readonly [heading: string, empty: string]>> = {
  en: ['What is on', 'No events'],
  de: ['Was läuft', 'Keine Veranstaltungen'],
  fr: ['À l’affiche', 'Aucun événement'],
  es: ['Agenda', 'No hay eventos'],
  hi: ['कार्यक्रम', 'कोई कार्यक्रम नहीं'],
  ar: ['الفعاليات', 'لا توجد فعاليات'],
  'zh-hans': ['近期活动', '没有活动'],
}

/** `data:` URLs by the addresses of the pictures. */
export type Pictures = Readonly<Record<string, string>>

/** Reads the mock's pictures that an answer names: a page cannot load them from an address where no server is. */
export async function readPictures(mock: Fetcher, answer: string): Promise<Pictures> {
  const addresses = new Set(answer.match(/http:[^"\s]+\/pictures\/[^"\s]+\.svg/g))
  const read = async (address: string): Promise<readonly [string, string]> => {
    const svg = await (await mock.fetch(address)).text()
    return [address, `data:image/svg+xml,${encodeURIComponent(svg)}`]
  }
  return Object.fromEntries(await Promise.all([...addresses].map(read)))
}

/** The part of an event that the app reads. The service sends `[]` for no venue and `false` for no image. */
interface ListedEvent {
  readonly title?: string
  readonly start_date?: string
  readonly cost?: string
  readonly venue?: { readonly city?: string }
  readonly image?: false | { readonly sizes?: { readonly medium?: { readonly url: string } } }
}

/** Returns what the app shows of the answer to a request. */
export function readApp(request: string, body: string, pictures: Pictures): AppView {
  const language = findSite(request) ?? 'en'
  const [heading, empty] = texts[language]
  const { events, message = empty } = parse(body)
  const cards = (events ?? []).map(({ title = '', start_date, cost, venue, image }) => ({
    title,
    date: formatDate(start_date, language),
    details: [venue?.city, cost].filter(Boolean).join(' · '),
    picture: (image && pictures[image.sizes?.medium?.url ?? '']) || '',
  }))
  return { language, direction: languageHeaders[language].direction, heading, cards, message }
}

/** Parses a list or an error. Other bodies have no events. */
function parse(body: string): { events?: readonly ListedEvent[]; message?: string } {
  try {
    return JSON.parse(body) ?? {}
  } catch {
    return {}
  }
}

/** Formats the local time of an event. Empty for a text that is not a time. */
function formatDate(time: string | undefined, language: BlockSite): string {
  const instant = Date.parse(`${time?.replace(' ', 'T')}Z`)
  if (Number.isNaN(instant)) return ''
  return new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'UTC',
  }).format(instant)
}
