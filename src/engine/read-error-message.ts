import type { MockResponse } from './http-message.ts'

/** Returns the message of an error response that is sent, or undefined if the body is not an error in JSON. */
export function readErrorMessage({ status, body, delivery }: MockResponse): string | undefined {
  if (status < 400 || delivery?.isDropped) return undefined
  try {
    const { message } = JSON.parse(body)
    return typeof message === 'string' ? message : undefined
  } catch {
    return undefined
  }
}
