/**
 * Folds the case of a text for comparisons: `Straße`, `STRASSE` and `STRAẞE` become equal. The lower case
 * comes first, because the upper case of `ẞ` is `ẞ` itself. The locale of the host has no influence.
 */
export const foldCase = (text: string): string => text.toLowerCase().toUpperCase()
