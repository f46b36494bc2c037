/** A removal that keeps a mock within its limits: of a world, or of generated records, which the next read creates again. */
export type Eviction =
  | {
      readonly event: 'evict'
      readonly world: string
      /** `idle`: the world had no request for too long. `limit`: it was the least recently used one of too many. */
      readonly reason: 'idle' | 'limit'
      /** True if the world had changes, which are lost. */
      readonly modified: boolean
    }
  | { readonly event: 'free'; readonly bytes: number }

export type OnEvict = (eviction: Eviction) => void
