import type { UserHandlers } from '../user-handlers.ts'
import { Recording } from './replay.ts'

/** Creates handlers that replay the exchanges of a HAR file. The mock handles all other requests. */
export function createReplayHandlers(file: string): UserHandlers {
  const recording = new Recording()
  recording.load(file)
  return {
    async before(request) {
      const { method, url, headers } = request
      const body = new Uint8Array(await request.clone().arrayBuffer())
      const knownTag = headers.get('if-none-match') ?? undefined
      const found = recording.find({ method, target: url, body, knownTag })
      if (!found) return undefined
      const hasBody = found.body.length > 0 && ![204, 304].includes(found.status)
      return new Response(hasBody ? new Uint8Array(found.body) : null, {
        status: found.status,
        headers: found.headers.map(([name, value]): [string, string] => [name, value]),
      })
    },
    async load(file) {
      recording.load(file)
    },
  }
}
