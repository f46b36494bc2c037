import type { MockResponse } from '../engine/http-message.ts'
import { deliverWebResponse } from '../web/web-adapter.ts'

/** A stream of a known length, which exists in workerd only. A body that ends earlier breaks the connection. */
declare const FixedLengthStream: new (length: number) => TransformStream<Uint8Array, Uint8Array>

/**
 * Returns a response after its delay. A worker cannot end a connection: a dropped response has the status 502, and its body breaks
 * off before its first byte, and the runtime ends the connection then.
 */
export async function deliverFromWorker(
  response: MockResponse,
  request: Request,
): Promise<Response> {
  const { delay = 0, isDropped, parts } = response.delivery ?? {}
  if (isDropped)
    return deliverFromWorker({ ...dropped, delivery: { delay, ...dropped.delivery } }, request)
  const webResponse = await deliverWebResponse(response, request)
  const { body, status, headers } = webResponse
  if (!parts || !body || response.body === '') return webResponse
  const { length } = new TextEncoder().encode(response.body)
  const { readable, writable } = new FixedLengthStream(length)
  headers.set('Content-Encoding', 'identity') // a compressed body would end as if it were whole
  body.pipeTo(writable).catch(() => {}) // the client sees the error
  return new Response(readable, { status, headers })
}

/** A response whose body breaks off before its first byte. */
const dropped: MockResponse = {
  status: 502,
  headers: {},
  body: ' ',
  delivery: {
    // biome-ignore lint/correctness/useYield: it fails before the first part
    async *parts() {
      throw new Error('the connection was dropped')
    },
  },
}
