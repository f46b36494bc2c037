import {
  BLOCK_SITES,
  type BlockOptions,
  parseRequest,
  RECORDED_AT,
  SHOWN_URL,
} from './http-block.ts'

/** The part of a mock that answers requests. */
export interface Fetcher {
  fetch(url: string, init?: RequestInit): Promise<Response>
}

/** Returns the options of the mock of a block, with the defaults of all blocks. */
export const completeOptions = (options: BlockOptions): BlockOptions => ({
  sites: BLOCK_SITES,
  now: RECORDED_AT,
  ...options,
})

/** Sends the text of a request to a mock. Throws for a text that is not a request, and rejects as `fetch` does. */
export async function sendRequest(
  mock: Fetcher,
  text: string,
  signal?: AbortSignal,
): Promise<Response> {
  const { method, path, headers, body } = parseRequest(text)
  return mock.fetch(SHOWN_URL + path, {
    method,
    headers,
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  })
}
