import { isTimeZone } from '../dates/time-zone.ts'
import type { MessageKey } from '../format-message.ts'
import { invalid, invalidType, type Param, type ReadResult, valid } from './param.ts'

/** Text that is not empty. `"0"` is rejected too, as in the real service (14.1). */
export const text = (doc: MessageKey, overrides: Partial<Param<string>> = {}): Param<string> => ({
  doc,
  declared: { type: 'string' },
  schema: { type: 'string', minLength: 1 },
  required: false,
  read: (raw) => {
    if (typeof raw !== 'string') return invalidType('notText', raw)
    return raw === '' || raw === '0' ? invalid('emptyText') : valid(raw)
  },
  ...overrides,
})

/** Text that may be empty, which clears the field. `convert` returns the result for a text. */
const clearableText = (
  doc: MessageKey,
  convert: (raw: string) => ReadResult<string>,
): Param<string> =>
  text(doc, {
    schema: { type: 'string' },
    read: (raw) => (typeof raw === 'string' ? convert(raw) : invalidType('notText', raw)),
  })

/** One line of text, stored without tags. Empty text clears the field (14.1). */
export const singleLine = (doc: MessageKey): Param<string> =>
  clearableText(doc, (raw) => valid(toPlainText(raw)))

/** Text of several paragraphs. Empty text clears the field. */
export const multiLine = (doc: MessageKey): Param<string> => clearableText(doc, valid)

/** One line of text that may also be a JSON number: a postal code, a telephone number. */
export const textOrNumber = (doc: MessageKey): Param<string> => ({
  ...singleLine(doc),
  schema: { type: ['string', 'number'] },
  read: (raw, context) =>
    singleLine(doc).read(typeof raw === 'number' ? String(raw) : raw, context),
})

/** A time zone, stored as the client wrote it. Empty text means the site's time zone. */
export const zone = (doc: MessageKey): Param<string> =>
  clearableText(doc, (raw) =>
    raw === '' || isTimeZone(raw) ? valid(raw) : invalid('notZone', raw),
  )

/** An absolute URL of any scheme, in ASCII; no script, if the preset checks values. Empty text clears the field. */
export const url = (doc: MessageKey): Param<string> => ({
  ...clearableText(doc, valid),
  schema: { type: 'string', format: 'uri' },
  read: (raw, { settings }) => {
    if (typeof raw !== 'string') return invalidType('notText', raw)
    const isScript = settings.preset.checksValues && /^javascript:/i.test(raw)
    return raw === '' || (isUrl(raw) && !isScript) ? valid(raw) : invalid('notUrl', raw)
  },
})

export function isUrl(raw: string): boolean {
  return /^[a-z][a-z0-9+.-]*:(\/\/)?[!-~]+$/i.test(raw) && URL.canParse(raw)
}

/** Returns the text without tags and line breaks. */
const toPlainText = (raw: string): string =>
  raw
    .replace(/<[^<>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim()
