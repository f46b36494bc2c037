import type { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { MockRequest } from '../engine/http-message.ts'
import { addCorsHeaders } from '../engine/plain-response.ts'

/** A `Request` of the platform; undefined where there can be none, as for TRACE and malformed escapes. */
export function toWebRequest(
  { method, origin, path, query, body }: MockRequest,
  rawHeaders: readonly string[],
): Request | undefined {
  const headers = new Headers()
  for (let n = 0; n + 1 < rawHeaders.length; n += 2)
    headers.append(rawHeaders[n] ?? '', rawHeaders[n + 1] ?? '')
  try {
    decodeURI(path)
    const url = new URL(`${path}${query && `?${query}`}`, origin)
    return new Request(url, { method, headers, ...(body && { body: new Uint8Array(body) }) })
  } catch {
    return undefined // what a handler cannot be asked, the mock itself refuses
  }
}

/**
 * Writes a `Response` as the answer to a call. Pages of other origins may read it, as they may read all
 * of the mock. One that says that the network failed ends the connection.
 */
export async function writeWebResponse(
  answer: Response,
  call: MockRequest,
  response: ServerResponse,
): Promise<void> {
  if (answer.type === 'error') return void response.destroy()
  for (const [name, value] of Object.entries(addCorsHeaders(call))) response.setHeader(name, value)
  for (const [name, value] of answer.headers) {
    if (name !== 'set-cookie') response.setHeader(name, value)
  }
  const cookies = answer.headers.getSetCookie()
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  response.writeHead(answer.status)
  if (!answer.body || call.method === 'HEAD') return void response.end()
  // the same stream by two names of its type
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response)
}
