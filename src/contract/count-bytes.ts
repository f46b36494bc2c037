/** The least that a text counts: what is stored with a small one takes about as much memory. */
const MIN_BYTES = 1000

/** Returns the bytes of a text in memory: one per character, or two if one of them is outside Latin-1. At least 1,000. */
export const countBytes = (text: string): number =>
  Math.max(MIN_BYTES, /[^\0-\xFF]/.test(text) ? 2 * text.length : text.length)
