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

/** Returns the markup of a page. */
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

/** Returns a link as markup. */
export const createLink = (href: string, text: string): string =>
  `<a href="${escapeMarkup(href)}">${escapeMarkup(text)}</a>`

/** Escapes text for HTML and SVG, in elements and in attributes. */
export const escapeMarkup = (raw: string): string =>
  raw.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
