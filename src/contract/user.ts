import type { Preset } from './presets.ts'

/**
 * The roles, with the posts that their users may write: all, their own, their own drafts, or none. Users who may
 * write read records of every status (20.1c).
 */
export const roles = {
  administrator: 'all',
  editor: 'all',
  author: 'own',
  contributor: 'drafts',
  subscriber: 'none',
} as const satisfies Readonly<Record<string, WriteAccess>>

type Role = keyof typeof roles
type WriteAccess = 'all' | 'own' | 'drafts' | 'none'

export const isRole = (text: string): text is Role => Object.hasOwn(roles, text)

/** A user who can sign in. */
export interface User {
  /** The author of the records that the user creates. */
  readonly id: number
  readonly login: string
  readonly secret: string
  readonly role: Role
}

/** The user of a request. */
export interface UserContext {
  readonly settings: { readonly users: readonly User[]; readonly preset: Preset }
  /** Undefined for visitors, and if the mock has no users. */
  readonly user?: User | undefined
}

/** Returns whether a mock has users. Otherwise every client may write, and reads published records by default. */
export const hasUsers = ({
  settings,
}: {
  readonly settings: { readonly users: readonly User[] }
}): boolean => settings.users.length > 0

/** Returns the records that the user of a request may write. */
export function findWriteAccess(context: UserContext): WriteAccess {
  if (!hasUsers(context)) return 'all'
  return context.user ? roles[context.user.role] : 'none'
}

/** Headers of every response to a signed-in user, which no cache may store (22.1). */
export const privateHeaders = {
  Expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
  'Cache-Control': 'no-cache, must-revalidate, max-age=0, no-store, private',
} as const
