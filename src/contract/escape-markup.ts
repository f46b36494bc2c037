/** Escapes text for HTML and SVG, in elements and in attributes. */
export const escapeMarkup = (raw: string): string =>
  raw.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
