import { Problem } from '../contract/problem.ts'
import type { Resource, Row } from '../contract/resource.ts'
import type { Endpoint, Operation } from '../contract/route.ts'
import { findWriteAccess, type User, type UserContext } from '../contract/user.ts'
import type { MockRequest } from './http-message.ts'

/** Returns the user of a request by HTTP Basic (10.2 of the reference). Throws `Problem` for an unknown name or a wrong password. */
export function authenticate(request: MockRequest, users: readonly User[]): User | undefined {
  if (users.length === 0) return undefined
  const credentials = parseCredentials(request.header('authorization') ?? '')
  if (!credentials) return undefined
  const { login, secret } = credentials
  const values = { given: `"${login.slice(0, 80)}"` }
  const user = users.find((user) => user.login === login)
  if (!user) throw new Problem('invalid_username', { values })
  if (!equalsWithoutBlanks(user.secret, secret)) throw new Problem('incorrect_password', { values })
  return user
}

/** Compares passwords without blanks, which group the letters of WordPress' application passwords. */
const equalsWithoutBlanks = (a: string, b: string): boolean =>
  a.replaceAll(' ', '') === b.replaceAll(' ', '')

/** The challenge of responses with the status 401 (RFC 9110, section 11.6.1). */
export const authenticationChallenge = {
  'WWW-Authenticate': 'Basic realm="calmock", charset="UTF-8"',
} as const

/** Returns whether an operation is a write, which requires a user if the mock has users. */
export const requiresUser = ({ action }: Operation): boolean =>
  action === 'create' || action === 'update' || action === 'remove'

/** Returns the methods of an endpoint that the user may use: the value of `Allow` (12 of the reference). */
export const listAllowedMethods = ({ operations }: Endpoint, context: UserContext): string =>
  operations
    .filter((operation) => !requiresUser(operation) || mayUse(operation, context))
    .flatMap(({ methods }) => methods)
    .join(', ')

const mayUse = (operation: Operation, context: UserContext): boolean =>
  'resource' in operation && mayWrite(operation.resource, context)

/** Returns whether the user may write the row, or create one if there is none. */
export const mayWrite = (resource: Resource, context: UserContext, row?: Row): boolean =>
  resource.mayWrite?.(context, row) ?? findWriteAccess(context) === 'all'

/** Throws `Problem` if the user may not write the row, or create one if there is none. */
export function authorizeWrite(resource: Resource, context: UserContext, row?: Row): void {
  if (mayWrite(resource, context, row)) return
  const code = 'rest_forbidden'
  if (!context.user) throw new Problem('anonymous', { code })
  throw new Problem('forbidden', { code, values: { given: `"${context.user.login}"` } })
}

/** Parses the Authorization header. Returns undefined for another scheme and for malformed credentials. */
function parseCredentials(header: string): Pick<User, 'login' | 'secret'> | undefined {
  const [, encoded = ''] = /^basic +([\w+/]+=*) *$/i.exec(header) ?? []
  const pair = decodeBase64(encoded)
  const colon = pair.indexOf(':')
  if (colon < 0) return undefined
  return { login: pair.slice(0, colon), secret: pair.slice(colon + 1) }
}

/** Decodes a text. Returns an empty text for invalid Base64. */
function decodeBase64(encoded: string): string {
  try {
    return new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)))
  } catch {
    return ''
  }
}
