/** The text in place of a credential. */
const REDACTED = '[redacted]'

/** Headers whose value is a URL. */
const urlHeaders = /^(?:referer|(?:content-)?location)$/i

/**
 * The ends of names of credentials, after `toSnakeCase`: `newPassword`, `csrf_token`, `X-Amz-Signature`, `pass1`.
 * A key is a credential only after one of these words: `api_key`, and neither `sort_key` nor `monkey`.
 */
const secretEnd =
  /(?:pass_?w(?:or)?d|pass_?phrase|pwd|token|secret|jwt|otp|authorization|cookie|signature|sess(?:ion)?_?id|wpnonce|(?:^|_)(?:auth|authentication|csrf|nonce|pass|sid|sig|xsrf)|(?:access|account|api|app|auth|client|consumer|encryption|master|nonce|private|reset|secret|secure|security|session|signing|ssh)_?key)s?(?:_?(?:again|confirm|confirmation|hash|repeat|\d{1,3}))?$/

/** A part of each name of a credential. Most names have none, so that the headers of a request take 3 µs instead of 16. */
const maybeSecret = /auth|cookie|jwt|key|nonce|otp|pass|pwd|secret|sess|sid|sig|srf|token/i

/** The name of a property in JSON, with the characters before its value. */
const propertyStart = /"([^"]{1,200})"\s*:\s*/g

/** Credentials of a request that are looked for in its response. */
const MAX_SECRETS = 20
const MIN_SECRET_CHARACTERS = 4
/** Messages quote at least this many characters of a long text. */
const QUOTED_CHARACTERS = 60

/** Replaces credentials in one exchange: first in the request, then where the response repeats them. */
export class Redactor {
  readonly #secrets = new Set<string>()

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
    if (/^cookie$/i.test(name)) return value.split(';').map(redactCookie).join(';')
    if (isSecretName(name)) return REDACTED
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
        if (value.length === 0 || !isSecretPair(decode(name))) return pair
        this.#remember(decode(value.join('=')))
        return `${name}=${REDACTED}`
      })
      .join('&')
  }

  /** Returns the body of a request without credentials: JSON, XML, multipart or a form. */
  redactBody(body: string): string {
    if (isJson(body)) return this.#redactJson(body)
    if (/^\s*</.test(body)) return this.#redactMarkup(body)
    const [boundary] = /^--[^\r\n]+/m.exec(body) ?? []
    if (!boundary) return this.redactForm(body)
    return body
      .split(boundary)
      .map((part) => this.#redactPart(part))
      .join(boundary)
  }

  /** Returns the body of a response without credentials: JSON or markup, with the links in it. */
  redactResponseBody(body: string): string {
    const redacted = isJson(body) ? this.#redactJson(body) : this.#redactMarkup(body)
    return redacted.replace(/[?&][\w[\]-]{1,100}=[^&#"'<>\s\\]+/g, (pair) => this.redactForm(pair))
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
      if (!isSecretName(name) || isEmpty(value) || isSchema(value)) return value
      isFound = true
      this.#remember(value)
      return REDACTED
    }
    // names can have escapes
    const hasSecret = [...text.matchAll(propertyStart)].some(
      ([, name = '']) => name.includes('\\') || isSecretName(name),
    )
    try {
      const redacted: unknown = JSON.parse(text, hasSecret ? redact : undefined)
      return isFound ? JSON.stringify(redacted) : text
    } catch {
      return this.#redactBrokenJson(text)
    }
  }

  #redactBrokenJson(text: string): string {
    // a value may be cut off; the rest of the text belongs to a list or an object, unless that describes a field
    const valuePattern =
      /"(?:[^"\\]|\\.)*"?|(?:\[|\{(?!\s*"(?:type|description|\$ref)"))[\s\S]*|[^\s",[\]{}]+/y
    let redacted = ''
    let end = 0
    for (const { index, 0: start, 1: name = '' } of text.matchAll(propertyStart)) {
      if (index < end || !isSecretName(name)) continue
      valuePattern.lastIndex = index + start.length
      const [value] = valuePattern.exec(text) ?? []
      if (!value) continue
      this.#remember(value.replace(/^"|"$/g, ''))
      redacted += `${text.slice(end, index)}${start}"${REDACTED}"`
      end = index + start.length + value.length
    }
    return redacted + text.slice(end)
  }

  /** Returns XML or HTML without the texts and the values of elements that are credentials. The values of an XML-RPC call have no names. */
  #redactMarkup(text: string): string {
    const isCall = text.includes('<methodCall')
    return this.#redactBrokenJson(text).replace(
      /<([^<>]{1,500})>([^<>]*)/g,
      (all, tag: string, content: string) => {
        const [element = ''] = tag.split(/\s/)
        const [, field = ''] = /\bname=["']?([^\s"']+)/i.exec(tag) ?? []
        const isValue = isCall && !/^(?:methodName|name|\/.*)$/.test(element)
        if (content.trim() && (isValue || isSecretName(element))) return `<${tag}>${REDACTED}`
        if (!isSecretName(field)) return all
        const value = /(\bvalue=)(?:"[^"]*"|'[^']*'|[^\s"']+)/i
        return `<${tag.replace(value, `$1"${REDACTED}"`)}>${content}`
      },
    )
  }

  /** Returns a part of a multipart body. */
  #redactPart(part: string): string {
    const [blank = ''] = /\r?\n\r?\n/.exec(part) ?? []
    const head = blank && part.slice(0, part.indexOf(blank) + blank.length)
    const content = part.slice(head.length)
    const [, name = ''] = /\bname="?([^";\r\n]*)/i.exec(head) ?? []
    if (!isSecretName(name)) return isJson(content) ? head + this.#redactJson(content) : part
    this.#remember(content.trimEnd())
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
    if (text.length < MIN_SECRET_CHARACTERS || /^(?:true|false|null)$/.test(text)) return
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

/** Returns whether a text is JSON, perhaps a broken one. A form can begin with a bracket too. */
const isJson = (text: string): boolean => /^\s*[[{][^"=]*(?:"|$)/.test(text)

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** Returns whether a value in JSON describes a field, as in `/doc`. */
const isSchema = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  ('type' in value || 'description' in value || '$ref' in value)

/** Returns whether a name, or a part of one such as `user[password]`, is the name of a credential. */
const isSecretName = (name: string): boolean =>
  maybeSecret.test(name) &&
  name.split(/[[\]]/).some((part) => secretEnd.test(toSnakeCase(part.slice(-100))))

/** Returns whether a pair of a query, a fragment or a form is a credential, as the `code` of OAuth is. In JSON, `code` is the code of an error. */
const isSecretPair = (name: string): boolean => name === 'code' || isSecretName(name)

const toSnakeCase = (name: string): string =>
  name
    .replace(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$&_')
    .replace(/[^\p{L}\d]+/gu, '_')
    .replace(/_$/, '')
    .toLowerCase()

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
