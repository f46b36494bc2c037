import type { ServerResponse } from 'node:http'
import type { MockResponse } from '../engine/http-message.ts'

/** Writes a response. It has a Content-Length, except for HEAD, where the length of the body is unknown. */
export function writeResponse(
  response: ServerResponse,
  { status, headers, body }: MockResponse,
): void {
  const bytes = Buffer.from(body) // Node takes 100 us longer to write a list as a string
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (response.req.method !== 'HEAD') response.setHeader('Content-Length', bytes.length)
  response.writeHead(status)
  response.end(bytes)
}
