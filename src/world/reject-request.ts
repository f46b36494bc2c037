import { OptionError } from '../contract/option-error.ts'
import type { MockRequest, MockResponse } from '../engine/http-message.ts'
import { createErrorResponse } from '../engine/plain-response.ts'
import { MemoryFullError } from './memory.ts'

/** A write that was undone, because it could not be saved. */
export class UnsavedError extends Error {}

/** Returns the 410 of a world that was evicted with changes. */
export const rejectEvicted = (request: MockRequest, name: string): MockResponse =>
  createErrorResponse(
    request,
    410,
    'world_gone',
    `${describeEviction(name)}; POST /__calmock/worlds creates it again.`,
  )

export const describeEviction = (name: string): string =>
  `the world "${name}" was evicted, and its changes are lost`

/** Returns an `OptionError` as a 400 response, and a `MemoryFullError` or `UnsavedError` as 507. Throws any other error, which is a bug. */
export function toErrorResponse(request: MockRequest, error: unknown): MockResponse {
  if (error instanceof MemoryFullError)
    return createErrorResponse(request, 507, 'memory_full', error.message)
  if (error instanceof UnsavedError)
    return createErrorResponse(request, 507, 'state_unwritten', error.message)
  if (!(error instanceof OptionError)) throw error
  return createErrorResponse(request, 400, 'invalid', error.reason)
}
