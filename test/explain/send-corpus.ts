import type { Answer, Call } from '../call.ts'
import { DE } from '../http/world.ts'
import type { ExplainedRequest } from './explained-requests.ts'

type CorpusRequest = Omit<ExplainedRequest, 'notes'>

/** Sends a request of the corpus, but not those before it. */
export async function sendCorpus(
  call: Call,
  { request, json, form, text }: CorpusRequest,
  headers = {},
): Promise<Answer> {
  const [method = '', ...rest] = request.split(' ')
  const target = rest.join('%20')
  const path = target.startsWith('/') ? target : `${DE}/${target}`
  const typed = text === undefined ? {} : { 'content-type': 'text/plain' }
  const body = { ...(json !== undefined && { json }), ...(form !== undefined && { form }) }
  return call(method, path, {
    ...body,
    ...(text && { raw: text }),
    headers: { ...headers, ...typed },
  })
}

/** Returns whether a request can share a mock with others. */
export const changesNothing = ({ request, after }: CorpusRequest): boolean =>
  !after && /^(GET|HEAD|OPTIONS) /.test(request)
