/** A user whom the service knows. */
export interface Account {
  readonly user: string
  readonly secret: string
  readonly mayWrite: boolean
}

/** The headers of answers to somebody who has signed in, which are nobody else's (12 of the reference). */
export const privateHeaders = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const
