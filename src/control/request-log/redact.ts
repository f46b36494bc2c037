/** The text in place of a credential. */
const REDACTED = '[redacted]'

/** Headers whose whole value is a credential. */
const secretHeaders =
  /^(?:set-cookie|authentication|.+-authorization|(?:.*-)?(?:nonce|secret|password|api-?key|(?:auth|access|csrf|xsrf|session|security)-?token|token))$/i

/** Headers whose value is a URL. */
const urlHeaders = /^(?:referer|(?:content-)?location)$/i

/** The names of parameters and fields with credentials, as a pattern. */
const SECRET_NAMES =
  '(?:(?:post_|user_)?pass(?:word)?|pwd|(?:access_|refresh_|id_)?token|(?:client_)?secret|api_?key|_wpnonce)'

/** The name of a parameter with a credential. */
export const secretName = new RegExp(`^${SECRET_NAMES}$`, 'i')

/** Credentials of a request that are looked for in its response. */
const MAX_SECRETS = 20
const MIN_SECRET_CHARACTERS = 4
/** Messages quote at least this many characters of a long text. */
const QUOTED_CHARACTERS = 60

/** Replaces credentials in one exchange: first in the request, then where the response repeats them. */
export class Redactor {
  readonly #secrets = new Set<string>()

  /** True if the request has credentials that its response could repeat. */
  get hasSecrets(): boolean {
    return this.#secrets.size > 0
  }

  /** Returns the headers of the response without credentials of the request and the response. */
  redactResponseHeaders(
    headers: Readonly<Record<string, string>>,
  ): Readonly<Record<string, string>> {
    const entries = Object.entries(this.redactHeaders(headers))
    return Object.fromEntries(entries.map(([name, value]) => [name, this.redactResponse(value)]))
  }

  /** Returns headers without credentials. */
  redactHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
    const entries = Object.entries(headers)
    return Object.fromEntries(
      entries.map(([name, value]) => [name, this.#redactHeader(name, value)]),
    )
  }

  #redactHeader(name: string, value: string): string {
    if (/^(?:proxy-)?authorization$/i.test(name)) {
      const [scheme] = /^\w+ /.exec(value) ?? ['']
      return scheme + REDACTED
    }
    if (secretHeaders.test(name)) return REDACTED
    if (/^cookie$/i.test(name)) return value.split(';').map(redactCookie).join(';')
    return urlHeaders.test(name) ? this.redactUrl(value) : value
  }

  /** Returns a URL without a user, and without credentials in its query and its fragment. */
  redactUrl(url: string): string {
    return url
      .replace(/^(\w*:?\/\/)[^/?#]*@/, `$1${REDACTED}@`)
      .replaceAll(
        /([?#])([^?#]+)/g,
        (_, mark: string, pairs: string) => mark + this.redactForm(pairs),
      )
  }

  /** Returns a query or a form without credentials. All other characters stay unchanged. */
  redactForm(text: string): string {
    return text
      .split('&') // a pattern for whole pairs would take quadratic time
      .map((pair) => {
        const [name = '', ...value] = pair.split('=')
        if (value.length === 0 || !isSecretName(decode(name))) return pair
        this.#remember(decode(value.join('=')))
        return `${name}=${REDACTED}`
      })
      .join('&')
  }

  /** Returns the body of a request without credentials: JSON, a form or multipart. */
  redactBody(body: string): string {
    if (/^\s*[[{]/.test(body)) return this.#redactJson(body)
    if (!/^--/m.test(body)) return this.redactForm(body)
    return body
      .split(/(?=^--)/m)
      .map((part) => this.#redactPart(part))
      .join('')
  }

  /** Returns a text of the response without the credentials of the request, which an error may quote. */
  redactResponse(text: string): string {
    let redacted = text
    for (const secret of this.#secrets) redacted = removeSecret(redacted, secret)
    return redacted
  }

  #redactJson(text: string): string {
    let isFound = false
    const redact = (name: string, value: unknown): unknown => {
      if (!secretName.test(name) || value === null || value === '') return value
      isFound = true
      this.#remember(value)
      return REDACTED
    }
    try {
      const redacted: unknown = JSON.parse(text, redact)
      return isFound ? JSON.stringify(redacted) : text
    } catch {
      return this.#redactBrokenJson(this.redactForm(text)) // a form can begin with a bracket
    }
  }

  #redactBrokenJson(text: string): string {
    return text.replace(secretProperty, (property, start: string) => {
      this.#remember(property.slice(start.length).replace(/^"|"$/g, ''))
      return `${start}"${REDACTED}"`
    })
  }

  /** Returns a part of a multipart body. */
  #redactPart(part: string): string {
    const [blank = ''] = /\r?\n\r?\n/.exec(part) ?? []
    const head = blank && part.slice(0, part.indexOf(blank) + blank.length)
    const [, name = ''] = /\bname="?([^";\r\n]*)/i.exec(head) ?? []
    if (!isSecretName(name)) return part
    this.#remember(part.slice(head.length).trimEnd())
    return `${head}${REDACTED}\r\n`
  }

  /** Adds the texts in a value to the credentials of the request. */
  #remember(value: unknown): void {
    if (this.#secrets.size >= MAX_SECRETS) return
    if (typeof value === 'object' && value !== null) {
      for (const part of Object.values(value)) this.#remember(part)
      return
    }
    const text = escapeQuotes(String(value)) // as in JSON
    if (text.length < MIN_SECRET_CHARACTERS) return
    this.#secrets.add(text).add(escapeQuotes(text)) // a body quotes JSON in a message
  }
}

const escapeQuotes = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Removes a credential, or the start of a long one, wherever a text contains it. */
function removeSecret(text: string, secret: string): string {
  const [first = '', ...others] = text.split(secret.slice(0, QUOTED_CHARACTERS))
  const end = secret.slice(QUOTED_CHARACTERS)
  return first + others.map((part) => REDACTED + part.slice(countCommon(part, end))).join('')
}

/** Returns the number of characters at the start that two texts have in common. */
function countCommon(a: string, b: string): number {
  let count = 0
  while (count < b.length && a[count] === b[count]) count++
  return count
}

/** Returns a cookie without its value. One without a name has only a value. */
const redactCookie = (pair: string): string =>
  pair.includes('=') ? `${pair.split('=')[0]}=${REDACTED}` : REDACTED

/** Returns whether a name, or a part of one such as `user[password]`, is the name of a credential. */
const isSecretName = (name: string): boolean =>
  name.split(/[[\]]/).some((part) => secretName.test(part))

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The name of a credential in JSON, with the start of its value. */
export const secretProperty = new RegExp(
  String.raw`("${SECRET_NAMES}"\s*:\s*)(?:"(?:[^"\\]|\\.)*"?|[^\s",}\]]+)`,
  'gi',
)
