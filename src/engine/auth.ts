import type { Account } from '../contract/account.ts'
import { Problem } from '../contract/problem.ts'
import type { Operation } from '../contract/route.ts'
import type { MockRequest } from './http-message.ts'

/** Returns the account of a request by HTTP Basic (10.2 of the reference). Throws `Problem` for an unknown user or a wrong password. */
export function authenticate(
  request: MockRequest,
  accounts: readonly Account[],
): Account | undefined {
  if (accounts.length === 0) return undefined
  const credentials = parseCredentials(request.header('authorization') ?? '')
  if (!credentials) return undefined
  const { user, secret } = credentials
  const values = { given: `"${user.slice(0, 80)}"` }
  const account = accounts.find((account) => account.user === user)
  if (!account) throw new Problem('invalid_username', { values })
  if (account.secret !== secret) throw new Problem('incorrect_password', { values })
  return account
}

/** Returns whether an operation is a write, which requires a user if there are accounts. */
export const requiresUser = ({ action }: Operation): boolean =>
  action === 'create' || action === 'update' || action === 'remove'

/** Throws `Problem` if there are accounts and this one may not write (10.1 of the reference). */
export function authorizeWrite(account: Account | undefined, accounts: readonly Account[]): void {
  if (accounts.length === 0 || account?.mayWrite) return
  const code = 'rest_forbidden'
  if (!account) throw new Problem('anonymous', { code })
  throw new Problem('forbidden', { code, values: { given: `"${account.user}"` } })
}

/** Parses the Authorization header. Returns undefined for another scheme and for malformed credentials. */
function parseCredentials(header: string): Pick<Account, 'user' | 'secret'> | undefined {
  const [, encoded = ''] = /^basic +([\w+/]+=*) *$/i.exec(header) ?? []
  const pair = decodeBase64(encoded)
  const colon = pair.indexOf(':')
  if (colon < 0) return undefined
  return { user: pair.slice(0, colon), secret: pair.slice(colon + 1) }
}

/** Decodes a text. Returns an empty text for invalid Base64. */
function decodeBase64(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)))
  } catch {
    return ''
  }
}
