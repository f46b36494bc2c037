import type { Account } from '../contract/account.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'

const ROLES = ['administrator', 'subscriber']

/** Parses accounts: `user:password` or `user:password:role`, separated by spaces. Throws `OptionError` for an invalid account. */
export function parseAccounts(auth: string | readonly string[]): readonly Account[] {
  const accounts = [auth].flat().flatMap((text) => text.trim().split(/\s+/).map(parseAccount))
  const users = accounts.map(({ user }) => user)
  const duplicate = users.find((user, index) => users.indexOf(user) !== index)
  if (duplicate === undefined) return accounts
  throw invalidOption('auth of user', duplicate, 'each user once')
}

function parseAccount(text: string): Account {
  const [user = '', secret = '', role = 'administrator', ...others] = text.split(':')
  const isComplete = user !== '' && secret !== '' && others.length === 0
  if (isComplete && ROLES.includes(role))
    return { user, secret, mayWrite: role === 'administrator' }
  const roles = ROLES.join(' or ')
  throw invalidOption('auth of user', user, [
    'user:password',
    `user:password:role with the role ${roles}`,
  ])
}

/** Parses the token of the control routes. Throws `OptionError` if a header cannot contain it. */
export function parseToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\w.~+/-]+=*$/.test(token)) return token
  throw new OptionError('invalid token; accepted: letters, digits and -._~+/')
}
