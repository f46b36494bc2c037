import type { Account } from '../contract/account.ts'
import { Problem } from '../contract/problem.ts'
import type { Operation } from '../contract/route.ts'
import type { MockRequest } from './http-message.ts'

/**
 * Who sends a call, by HTTP Basic (10.2 of the reference); undefined for whoever does not say. Throws
 * `Problem` for a user whom nobody knows, and for a wrong password.
 */
export function authenticate(call: MockRequest, accounts: readonly Account[]): Account | undefined {
  const sent = accounts.length > 0 && parseCredentials(call.header('authorization') ?? '')
  if (!sent) return undefined
  const slots = { given: `"${sent.user.slice(0, 80)}"` }
  const account = accounts.find(({ user }) => user === sent.user)
  if (!account) throw new Problem('invalid_username', { values: slots })
  if (account.secret !== sent.secret) throw new Problem('incorrect_password', { values: slots })
  return account
}

/** Whether an operation is a write, for which there has to be a user where there are any. */
export const requiresUser = ({ action }: Operation): boolean =>
  action === 'create' || action === 'update' || action === 'remove'

/** Throws `Problem` for whoever may not write (10.1 of the reference). */
export function authorizeWrite(account: Account | undefined, accounts: readonly Account[]): void {
  if (accounts.length === 0 || account?.mayWrite) return
  const code = 'rest_forbidden'
  if (!account) throw new Problem('anonymous', { code })
  throw new Problem('forbidden', { code, values: { given: `"${account.user}"` } })
}

/** What a header tells of a user; undefined for another scheme, and for what is not Base64 of a pair. */
function parseCredentials(header: string): Pick<Account, 'user' | 'secret'> | undefined {
  const [, encoded = ''] = /^basic +([\w+/]+=*) *$/i.exec(header) ?? []
  const pair = decodeBase64(encoded)
  const mark = pair.indexOf(':')
  if (mark < 0) return undefined
  return { user: pair.slice(0, mark), secret: pair.slice(mark + 1) }
}

function decodeBase64(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)))
  } catch {
    return ''
  }
}
