import type { Account } from '../contract/account.ts'
import { OptionError } from '../contract/option-error.ts'

const ROLES = ['administrator', 'subscriber']

/** Reads users, `user:password` or `user:password:role`, some in one text apart by blanks. Throws for what is none, saying what is. */
export function parseAccounts(given: string | readonly string[]): readonly Account[] {
  const accounts = [given].flat().flatMap((text) => text.trim().split(/\s+/).map(parseAccount))
  const names = accounts.map(({ user }) => user)
  const twice = names.find((name, n) => names.indexOf(name) !== n)
  if (twice === undefined) return accounts
  throw new OptionError(`auth names the user "${twice}" twice`)
}

function parseAccount(text: string): Account {
  const [user = '', secret = '', role = 'administrator', ...rest] = text.split(':')
  const isWhole = user !== '' && secret !== '' && rest.length === 0
  if (isWhole && ROLES.includes(role)) return { user, secret, mayWrite: role === 'administrator' }
  throw new OptionError(
    `auth of "${user}" is no user; accepted: user:password, user:password:role with the role ${ROLES.join(' or ')}`,
  )
}

/** Reads a token. Throws for what cannot stand in a header. */
export function parseToken(given: string | undefined): string | undefined {
  if (given === undefined || /^[\w.~+/-]+=*$/.test(given)) return given
  throw new OptionError('the token cannot stand in a header; accepted: letters, digits and -._~+/')
}
