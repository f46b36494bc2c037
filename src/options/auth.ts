import { type Account, isRole, roles } from '../contract/account.ts'
import { invalidOption, OptionError } from '../contract/option-error.ts'

/** Parses users, each as `user:password` or `user:password:role`. Throws `OptionError` for an invalid one. */
export function parseAccounts(auth: string | readonly string[]): readonly Account[] {
  const accounts = [auth].flat().map(parseAccount)
  const users = accounts.map(({ user }) => user)
  const duplicate = users.find((user, index) => users.indexOf(user) !== index)
  if (duplicate === undefined) return accounts
  throw invalidOption('auth of user', duplicate, 'each user once')
}

function parseAccount(text: string, index: number): Account {
  const [user = '', secret = '', role = 'administrator', ...others] = text.trim().split(':')
  const isComplete = user !== '' && secret.trim() !== '' && others.length === 0
  if (isComplete && isRole(role)) return { id: index + 1, user, secret, role }
  throw invalidOption('auth of user', user, [
    'user:password',
    `user:password:role with one of the roles ${Object.keys(roles).join(', ')}`,
  ])
}

/** Parses the token of the control routes. Throws `OptionError` if a header cannot contain it. */
export function parseToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\w.~+/-]+=*$/.test(token)) return token
  throw new OptionError('invalid token; accepted: letters, digits and -._~+/')
}
