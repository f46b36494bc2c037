import { invalidOption, OptionError } from '../contract/option-error.ts'
import { isRole, roles, type User } from '../contract/user.ts'

/** Parses users, each as `user:password` or `user:password:role`. Throws `OptionError` for an invalid one. */
export function parseUsers(auth: string | readonly string[]): readonly User[] {
  const users = [auth].flat().map(parseUser)
  const logins = users.map(({ login }) => login)
  const duplicate = logins.find((login, index) => logins.indexOf(login) !== index)
  if (duplicate === undefined) return users
  throw invalidOption('auth of user', duplicate, 'each user once')
}

function parseUser(text: string, index: number): User {
  const [login = '', secret = '', role = 'administrator', ...others] = text.trim().split(':')
  const isComplete = login !== '' && secret.trim() !== '' && others.length === 0
  if (isComplete && isRole(role)) return { id: index + 1, login, secret, role }
  throw invalidOption('auth of user', login, [
    'user:password',
    `user:password:role with one of the roles ${Object.keys(roles).join(', ')}`,
  ])
}

/** Parses the token of the control routes. Throws `OptionError` if a header cannot contain it. */
export function parseToken(token: string | undefined): string | undefined {
  if (token === undefined || /^[\w.~+/-]+=*$/.test(token)) return token
  throw new OptionError('invalid token; accepted: letters, digits and -._~+/')
}
