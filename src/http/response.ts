import type { ServerResponse } from 'node:http'
import type { MockResponse } from '../engine/http-message.ts'

/** Writes a response with its length, except for HEAD, whose body is not known. */
export function writeResponse(
  response: ServerResponse,
  { status, headers, body }: MockResponse,
): void {
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (response.req.method !== 'HEAD') response.setHeader('Content-Length', Buffer.byteLength(body))
  response.writeHead(status)
  response.end(body)
}
