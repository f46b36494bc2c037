import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { MockRequest } from '../engine/http-message.ts'
import { createCorsHeaders } from '../engine/plain-response.ts'

/** Returns a web `Request`, or undefined if it cannot represent the request, as for TRACE and malformed escapes. */
export function toWebRequest(
  { method, origin, path, query, body }: MockRequest,
  rawHeaders: readonly string[],
): Request | undefined {
  const headers = new Headers()
  // names and values alternate
  for (let n = 0; n + 1 < rawHeaders.length; n += 2)
    headers.append(rawHeaders[n] ?? '', rawHeaders[n + 1] ?? '')
  try {
    decodeURI(path)
    const url = new URL(`${path}${query && `?${query}`}`, origin)
    return new Request(url, { method, headers, ...(body && { body: new Uint8Array(body) }) })
  } catch {
    return undefined
  }
}

/** Writes a web `Response` with the CORS headers of the mock. `Response.error()` closes the connection. */
export async function writeWebResponse(
  webResponse: Response,
  request: MockRequest,
  response: ServerResponse,
): Promise<void> {
  const { type, status, headers, body } = webResponse
  if (type === 'error') return void response.destroy()
  const entries = [...Object.entries(createCorsHeaders(request)), ...headers]
  for (const [name, value] of entries) {
    if (name !== 'set-cookie') response.setHeader(name, value)
  }
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.writeHead(status)
  if (!body || request.method === 'HEAD') return void response.end()
  // Node.js and the DOM declare the same class separately
  await pipeline(Readable.fromWeb(body as ReadableStream), response)
}
