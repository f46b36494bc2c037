/** Returns the value of a header in the text of a request. Undefined if it has none. */
export const readHeader = (text: string, name: string): string | undefined =>
  createPattern(name).exec(text)?.[2]

/** Replaces the value of a header in the text of a request. Other requests stay as they are. */
export const replaceHeader = (text: string, name: string, value: string): string =>
  text.replace(createPattern(name), (_, start: string) => start + value)

/** Matches a header before the first empty line. */
const createPattern = (name: string): RegExp => new RegExp(`^((?:.+\\n)+?${name}:[ \\t]*)(.*)`, 'i')
