import type { Context } from '../context.ts'
import { formatDateTime } from '../dates/date-time.ts'
import { type DateRules, type ParsedDate, parseDate } from '../dates/parse-date.ts'
import type { MessageKey } from '../format-message.ts'
import { invalid, type Param, valid } from './param.ts'

/** A date as the client wrote it. It is parsed later, when the time zone of the record is known. */
export const dateText = (doc: MessageKey): Param<string> => ({
  ...utcDate(doc),
  declared: { type: 'string' },
  read: (raw, context) =>
    parseDateParam(raw, createDateRules(context)) ? valid(String(raw)) : invalid('notDate', raw),
})

/** A date in a list query, converted to `YYYY-MM-DD HH:MM:SS` in UTC. A date without an offset is already in UTC; words such as `today` count in the zone of the site. */
export const utcDate = (doc: MessageKey): Param<string> => ({
  doc,
  declared: {},
  schema: { type: ['string', 'integer'], minLength: 1 },
  example: (now) => formatDateTime(now.getTime()).slice(0, 10),
  required: false,
  read: (raw, context) => {
    const date = parseDateParam(raw, createDateRules(context))
    return date ? valid(formatDateTime(date.wall - (date.offset ?? 0))) : invalid('notDate', raw)
  },
})

/** Parses a raw value. Rejects the start of 1970 unless it is written as UNIX seconds, as the real service does (14.1). */
export function parseDateParam(raw: unknown, rules: DateRules): ParsedDate | undefined {
  if (typeof raw !== 'string' && typeof raw !== 'number') return undefined
  const date = parseDate(raw, rules)
  const isUnixTime = typeof raw === 'number' || /^[+-]?\d+(\.\d+)?$/.test(raw)
  return date?.wall === 0 && !isUnixTime ? undefined : date
}

/** Returns the rules for the dates of a request in a time zone. */
export const createDateRules = ({ now, settings, site }: Context, zone = site.zone): DateRules => ({
  now,
  zone,
  rollsOver: settings.preset.rollsOverDates,
})
