import { defaultAllowedHeaders, defaultExposedHeaders, type Preset } from '../contract/presets.ts'
import type { MockRequest } from './http-message.ts'

/** The headers of one request that a preflight allows if the page asks for them. */
const CONTROL_HEADERS = ['X-Calmock-Fault', 'X-Calmock-Delay', 'X-Calmock-Explain', 'X-Calmock-Log']

type CorsHeaders = Pick<Preset, 'exposedHeaders' | 'allowedHeaders'>

const defaultCorsHeaders: CorsHeaders = {
  exposedHeaders: defaultExposedHeaders,
  allowedHeaders: defaultAllowedHeaders,
}

/** Returns the headers that let pages of any origin read a response, with credentials if it is trusted (20.4b), and the headers of the preset for sites. */
export function createCorsHeaders(
  request: MockRequest,
  { exposedHeaders, allowedHeaders }: CorsHeaders = defaultCorsHeaders,
): Record<string, string> {
  const origin = request.header('origin')
  const asked = request.header('access-control-request-headers')?.toLowerCase() ?? ''
  return {
    'Access-Control-Expose-Headers': exposedHeaders.join(', '),
    'Access-Control-Allow-Headers': [
      ...allowedHeaders,
      ...['X-Calmock-World', 'X-Calmock-Scenario', 'X-Calmock-Now'],
      ...CONTROL_HEADERS.filter((name) => asked.includes(name.toLowerCase())),
    ].join(', '),
    Vary: 'Origin',
    ...(origin !== undefined && {
      'Access-Control-Allow-Origin': origin,
      'Access-Control-Allow-Methods': 'OPTIONS, GET, POST, PUT, PATCH, DELETE',
      ...(!request.isForeign && { 'Access-Control-Allow-Credentials': 'true' }),
    }),
  }
}

/** Adds headers to the headers of a response, and lets pages of other origins read them. */
export function addExposedHeaders(
  headers: Record<string, string>,
  added: Readonly<Record<string, string>> = {},
): void {
  const names = Object.keys(added)
  if (names.length === 0) return
  const exposed = [...names, headers['Access-Control-Expose-Headers']].filter(Boolean)
  Object.assign(headers, added, { 'Access-Control-Expose-Headers': exposed.join(', ') })
}
