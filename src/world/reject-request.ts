import { OptionError } from '../contract/option-error.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createErrorResponse } from '../engine/plain-response.ts'
import { MemoryFullError } from './memory.ts'

/** Returns an `OptionError` as a 400 response, and a `MemoryFullError` as 507. Throws any other error, which is a bug. */
export function toErrorResponse(request: MockRequest, error: unknown): MockResponse {
  if (error instanceof MemoryFullError)
    return createErrorResponse(request, 507, 'memory_full', error.message)
  if (!(error instanceof OptionError)) throw error
  return createErrorResponse(request, 400, 'invalid', error.reason)
}
