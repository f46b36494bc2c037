import type { Account } from './contract/account.ts'

const ROLES = ['administrator', 'subscriber']

/** Reads users, `user:password` or `user:password:role`. Throws for what is none, saying what is. */
export function accountsOf(given: string | readonly string[]): readonly Account[] {
  return [given].flat().map((text): Account => {
    const [, user, rest = ''] = /^([^:]+):(.+)$/s.exec(text) ?? []
    const [, secret = rest, role = ROLES[0]] = /^(.+):(administrator|subscriber)$/s.exec(rest) ?? []
    if (user !== undefined) return { user, secret, mayWrite: role === ROLES[0] }
    throw new Error(
      `[calmock] auth "${text}" is no user; accepted: user:password, user:password:role with the role ${ROLES.join(' or ')}`,
    )
  })
}

/** Reads a token. Throws for what cannot stand in a header. */
export function tokenOf(given: string | undefined): string | undefined {
  if (given === undefined || /^[\w.~+/-]+=*$/.test(given)) return given
  throw new Error(
    '[calmock] the token cannot stand in a header; accepted: letters, digits and -._~+/',
  )
}
