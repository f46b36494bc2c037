/**
 * Reads the body of a request up to one byte more than the limit, so that the engine rejects a larger one.
 * The rest is read and discarded: otherwise the client would see a broken connection instead of the response.
 * A body of 100 MB, which the platform lets through, would take most of the memory of an isolate.
 */
export async function readLimitedBody(
  { body }: Request,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  if (!body) return undefined
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return concatenate(chunks, size).subarray(0, maxBytes + 1)
    if (size > maxBytes) continue
    chunks.push(value)
    size += value.length
  }
}

function concatenate(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let start = 0
  for (const chunk of chunks) {
    bytes.set(chunk, start)
    start += chunk.length
  }
  return bytes
}
