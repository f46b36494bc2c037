export interface Account {
  readonly user: string
  readonly secret: string
  readonly mayWrite: boolean
}

/** Headers of every response to a signed-in user, which no cache may store (12 of the reference). */
export const privateHeaders = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const
