/** The named HTML entities that occur in titles. */
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00A0' },
  ...{ laquo: '«', raquo: '»', lsaquo: '‹', rsaquo: '›', ldquo: '“', rdquo: '”', bdquo: '„' },
  ...{ lsquo: '‘', rsquo: '’', sbquo: '‚', ndash: '–', mdash: '—', hellip: '…', middot: '·' },
}

/** Replaces the HTML entities of a text by their characters. Unknown entities stay unchanged. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w+));/g, (entity, decimal, hex, name) => {
    if (name) return Object.hasOwn(named, name) ? (named[name] ?? entity) : entity
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity
  })
