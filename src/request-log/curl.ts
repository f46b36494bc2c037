import type { LoggedRequest } from './logged-request.ts'

/** Headers that curl sends itself, headers about the browser and the connection, and cookies, which are redacted. */
const omittedHeaders =
  /^(?:host|connection|content-length|transfer-encoding|expect|accept-encoding|user-agent|te|dnt|pragma|cache-control|upgrade-insecure-requests|priority|origin|referer|cookie|sec-.*|:.*)$/

type CurlRequest = Pick<
  LoggedRequest,
  'method' | 'url' | 'world' | 'requestHeaders' | 'requestBody' | 'truncated'
> & {
  /** True if the request had a body that is not in the log, because it is not a text. */
  readonly lacksBody: boolean
}

/** Returns a command for bash or zsh that sends a request. A comment says if the body is missing, or a part is truncated. */
export function formatCurl(request: CurlRequest): string {
  const { method, url, requestBody, lacksBody, truncated = [] } = request
  const cut = truncated.filter((part) => !part.startsWith('response'))
  const parts = [
    'curl',
    ...formatMethod(request),
    ...(/[[\]{}]/.test(url) ? ['--globoff'] : []), // brackets are patterns for curl
    ...(/\/\.{1,2}(?:[/?]|$)/.test(url) ? ['--path-as-is'] : []),
    quoteWord(url),
    ...listHeaders(request).flatMap((header) => ['-H', quoteWord(header)]),
    ...(requestBody ? formatBody(requestBody) : []),
    ...(lacksBody && method !== 'HEAD' ? ['# the body is not in the log'] : []),
    ...(cut.length > 0 ? [`# truncated in the log: ${cut.join(', ')}`] : []),
  ]
  return parts.join(' ')
}

/** Returns the flag for the method. A request with a body is a POST for curl. */
function formatMethod({ method, requestBody }: CurlRequest): readonly string[] {
  if (method === 'HEAD') return ['--head']
  const implied = requestBody ? 'POST' : 'GET'
  return method === implied ? [] : ['-X', quoteWord(method)]
}

/** Returns the flag for the body. A word cannot have the character NUL: `printf` writes it. */
function formatBody(body: string): readonly string[] {
  if (!body.includes('\0')) return ['--data-raw', quoteWord(body)]
  const escaped = body.replaceAll('\\', '\\\\').replaceAll('\0', '\\0000')
  return ['--data-binary', `@<(printf %b ${quoteWord(escaped)})`]
}

function listHeaders({ url, world, requestHeaders, requestBody }: CurlRequest): readonly string[] {
  const sent = Object.entries(requestHeaders)
    .filter(([name, value]) => !omittedHeaders.test(name) && `${name}: ${value}` !== 'accept: */*') // curl sends it too
    .map(([name, value]) => (value === '' ? `${name};` : `${name}: ${value}`)) // curl's form of an empty header
  const namesWorld = world === 'default' || `${url.split('?')[0]}/`.includes(`/~${world}/`)
  return [
    ...sent,
    ...(namesWorld || 'x-calmock-world' in requestHeaders ? [] : [`x-calmock-world: ${world}`]),
    // curl would send the type of a form
    ...(requestBody && !('content-type' in requestHeaders) ? ['content-type:'] : []),
  ]
}

/**
 * Characters that a terminal acts on when a command is pasted, even between quotes, or that reorder the text around
 * them. The two joiners are letters of Hindi and other languages.
 */
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * Quotes a text for a shell. Words of plain characters stay unchanged. Unsafe characters are escapes in `$'...'`,
 * which bash, zsh, ksh and busybox read.
 */
export function quoteWord(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text
  if (!unsafe.test(text)) return `'${text.replaceAll("'", "'\\''")}'`
  return `$'${[...text].map((char) => (unsafe.test(char) || /['\\!]/.test(char) ? escapeBytes(char) : char)).join('')}'`
}

/** Returns the bytes of a character as escapes: `\x0a`. */
const escapeBytes = (char: string): string =>
  [...new TextEncoder().encode(char)]
    .map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`)
    .join('')
