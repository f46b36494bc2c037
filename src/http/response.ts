import type { ServerResponse } from 'node:http'
import type { MockResponse } from '../engine/http-message.ts'

/** Writes a response. HEAD has the Content-Length of GET, and no body. */
export function writeResponse(
  response: ServerResponse,
  { status, headers, body }: MockResponse,
): void {
  const bytes = Buffer.from(body) // Node takes 100 us longer to write a list as a string
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (status !== 204) response.setHeader('Content-Length', bytes.length) // RFC 9110, section 8.6
  response.writeHead(status)
  response.end(response.req.method === 'HEAD' ? undefined : bytes)
}
