/** Text as it may stand in HTML and SVG: never markup. */
export const escapeMarkup = (raw: string): string =>
  raw.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
