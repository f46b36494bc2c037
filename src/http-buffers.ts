/** Larger bodies than this are joined in memory of their own. */
const SIZE = 128 * 1024
/** How many buffers wait to be used again. */
const MOST = 16

/** Joins the parts of bodies in memory that is used again: fresh memory costs more than the copy. */
export interface Buffers {
  /** The parts in one piece, which is whole until `release` is called. */
  join(parts: readonly Uint8Array[]): { readonly bytes: Buffer; release(): void }
}

/** No buffers at first. */
export function createBuffers(): Buffers {
  const free: Buffer[] = []
  return {
    join(parts) {
      let size = 0
      for (const part of parts) size += part.length
      if (size > SIZE) return { bytes: Buffer.concat(parts, size), release: () => {} }
      const buffer = free.pop() ?? Buffer.allocUnsafeSlow(SIZE)
      let at = 0
      for (const part of parts) {
        buffer.set(part, at)
        at += part.length
      }
      return {
        bytes: buffer.subarray(0, size),
        release: () => void (free.length < MOST && free.push(buffer)),
      }
    },
  }
}
