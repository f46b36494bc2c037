import { escapeMarkup } from '../poster/escape-markup.ts'
import type { Site } from './site.ts'

/** An HTML page. Title, head and main are markup. */
export interface HtmlPage {
  readonly language: string
  readonly direction?: 'ltr' | 'rtl'
  readonly title: string
  readonly head?: string
  readonly main: string
}

const style =
  'body{max-width:44rem;margin:3rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif;color-scheme:light dark}img{max-width:100%;height:auto}'

export const renderPage = ({
  language,
  direction = 'ltr',
  title,
  head = '',
  main,
}: HtmlPage): string => `<!doctype html>
<html lang="${escapeMarkup(language)}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
${head}</head>
<body>
<main>
${main}
</main>
</body>
</html>
`

export const createLink = (href: string, text: string): string =>
  `<a href="${escapeMarkup(href)}">${escapeMarkup(text)}</a>`

/** The named HTML entities that occur in titles. */
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  laquo: '«',
  raquo: '»',
  lsaquo: '‹',
  rsaquo: '›',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  middot: '·',
}

/** Replaces the HTML entities of a text by their characters. Unknown entities stay unchanged. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));/g, (entity, decimal, hex, name) => {
    if (name) return Object.hasOwn(named, name) ? (named[name] ?? entity) : entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })

/** Returns what every page of a site tells clients that look for the API: elements of the head, and headers (22.5b). */
export function announceApi(origin: string, { home, root }: Site, namespace: string) {
  const [site, api] = [escapeMarkup(origin + home), escapeMarkup(`${origin}${root}/${namespace}/`)]
  const head = `<link rel="https://api.w.org/" href="${escapeMarkup(`${origin}${root}/`)}">
<meta name="tec-api-version" content="v1">
<meta name="tec-api-origin" content="${site}">
<link rel="https://theeventscalendar.com/" href="${api}">
<link rel="alternate" type="text/calendar" href="${site}/events/?ical=1">
<link rel="alternate" type="application/rss+xml" href="${site}/events/feed/">
`
  const headers = {
    Link: `<${origin}${root}/>; rel="https://api.w.org/"`,
    'X-TEC-API-VERSION': 'v1',
    'X-TEC-API-ROOT': `${origin}${root}/${namespace}/`,
    'X-TEC-API-ORIGIN': origin + home,
  }
  return { head, headers }
}
