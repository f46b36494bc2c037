import { OptionError } from '../contract/option-error.ts'

/** Reports that a field of the user's records is ignored: each key once, as a warning, or in a strict mock as an error if it `isWrong`. */
export type ReportIgnored = (key: string, message: string, isWrong?: boolean) => void

/** The maximum of warnings: each name in a file can be unknown. */
const MAX_WARNINGS = 50

export function createIgnoredReport(
  strict: boolean | undefined,
  onWarning = (message: string): void => console.warn(`[calmock] ${message}`),
): ReportIgnored {
  const reported = new Set<string>()
  return (key, message, isWrong = true) => {
    if (strict && isWrong) throw new OptionError(message)
    if (reported.has(key) || reported.size === MAX_WARNINGS) return
    reported.add(key)
    onWarning(message)
  }
}
