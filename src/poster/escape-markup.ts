// in a file of its own: pages escape text without the drawing of posters, which loads on demand
/** Escapes text for HTML and SVG, in elements and in attributes. */
export const escapeMarkup = (text: string): string =>
  text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)
