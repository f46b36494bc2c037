import { invalidOption } from '../contract/option-error.ts'
import type { MockResponse } from '../engine/http-message.ts'
import { createErrorResponse, createResponse } from '../engine/plain-response.ts'
import { requireLimit } from '../options/limits.ts'
import { type ControlRequest, respondWithJson, respondWithoutContent } from './control-request.ts'
import { createRequestFilter } from './request-filter.ts'
import { createRequestStream } from './request-stream.ts'

/** The maximum of event streams of a mock. Each holds a connection. */
const MAX_STREAMS = 50

/** Returns the latest requests, the newest first, or a stream of them. */
export function listRequests(control: ControlRequest): MockResponse {
  const { request, world } = control
  const { log } = world
  const query = new URLSearchParams(request.query)
  const [method, path, status] = ['method', 'path', 'status'].map((name) => query.get(name) ?? '')
  const filter = createRequestFilter({ method, path, status })
  const limit = readCount(query, 'limit') ?? Number.POSITIVE_INFINITY
  const afterId = readCount(query, 'after')
  if (request.header('accept')?.includes('text/event-stream'))
    return streamRequests(control, filter, afterId)
  const requests = log.list(afterId).filter(filter).reverse().slice(0, limit)
  return respondWithJson(control, { max: log.max, requests })
}

function streamRequests(
  { request, world: { log }, streams }: ControlRequest,
  filter: ReturnType<typeof createRequestFilter>,
  after: number | undefined,
): MockResponse {
  if (streams.size >= MAX_STREAMS) {
    const message = `This mock has ${MAX_STREAMS} event streams, which is the maximum; close one, or poll without Accept: text/event-stream.`
    return createErrorResponse(request, 503, 'too_many_streams', message)
  }
  const lastEventId = /^\d+$/.exec(request.header('last-event-id') ?? '')?.[0] // a browser sends it again
  const known = lastEventId === undefined ? (after ?? log.lastId) : Number(lastEventId)
  const afterId = known > log.lastId ? 0 : known // the numbers begin again when a world does
  return {
    ...createResponse(request, {
      type: 'text/event-stream',
      headers: { 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' },
      body: '',
    }),
    delivery: { parts: () => createRequestStream(log, { filter, afterId, streams }) },
  }
}

/** Returns a whole number of the query. Throws `OptionError` for another value. */
function readCount(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name)
  if (text === null || text === '') return undefined
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw invalidOption(name, text, 'a whole number')
}

/** Changes the maximum of requests in the log of the world. */
export function setMaxRequests(control: ControlRequest): MockResponse {
  const { body, world } = control
  requireLimit('maxRequests', body.max, 'max')
  world.maxRequests = body.max
  return respondWithJson(control, { max: world.maxRequests })
}

export function clearRequests(control: ControlRequest): MockResponse {
  control.world.clearRequests()
  return respondWithoutContent(control)
}
