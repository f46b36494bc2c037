/** Returns a text as inline code for a cell of a table, where `|` is escaped. */
export const formatCode = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``

/** Returns names as inline code, separated by commas. */
export const formatCodes = (names: readonly string[]): string => names.map(formatCode).join(', ')

/** Returns a text for a cell of a table: one line without markup. `<` and `|` are escaped. */
export const formatText = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;')

export const endSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`)

/** Returns a text that starts with an upper-case letter. */
export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Returns a text with inline code for a cell of a table. */
export const formatMarkdown = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part, n) => (n % 2 === 1 ? part.replaceAll('|', '\\|') : formatText(part)))
    .join('')
