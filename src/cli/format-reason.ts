import { OptionError } from '../contract/option-error.ts'
import { Failure, UsageError } from './io.ts'

/** Returns the message of an expected error, or undefined for a bug. */
export function formatReason(error: unknown): string | undefined {
  if (error instanceof OptionError) return error.reason
  return error instanceof UsageError || error instanceof Failure ? error.message : undefined
}
