type Headers = Readonly<Record<string, string>>

const REDACTED = '[redacted]'

/**
 * The ends of names of credentials, after `toSnakeCase`: `newPassword`, `csrf_token`, `X-Amz-Signature`, `pass1`.
 * A key is a credential only after one of these words: `api_key`, and neither `sort_key` nor `monkey`.
 */
const secretEnd =
  /(?:assertion|bearer|pass_?w(?:or)?d|pass_?phrase|pwd|token|secret|jwt|otp|authorization|cookie|signature|sess(?:ion)?_?id|wpnonce|(?:^|_)(?:auth|authentication|csrf|nonce|pass|sid|sig|xsrf)|(?:access|account|api|app|auth|client|consumer|encryption|master|nonce|private|reset|secret|secure|security|session|signing|ssh)_?key)s?(?:_?(?:again|confirm|confirmation|hash|repeat|\d{1,3}))?_?$/

/** A part of each name of a credential. Most names have none, so that the headers of a request take 3 µs instead of 16. */
const maybeSecret =
  /assert|auth|bearer|cookie|jwt|key|nonce|otp|pass|pwd|secret|sess|sid|sig|srf|token/i

/** Further names of credentials in a query, a fragment or a form: in JSON, `code` is the code of an error. */
const secretPair = /^(?:appid|code|key|ticket)$/i

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
  redactResponseHeaders(headers: Headers): Headers {
    return mapValues(this.redactHeaders(headers), (value) => this.redactResponse(value))
  }

  redactHeaders(headers: Headers): Headers {
    return mapValues(headers, (value, name) => {
      if (/^(?:proxy-)?authorization$/i.test(name))
        return `${/^\w+ /.exec(value)?.[0] ?? ''}${REDACTED}`
      if (/^cookie$/i.test(name))
        return value.replace(/[^;]+/g, (pair) => pair.replace(/^([^=]*=)?.*/s, `$1${REDACTED}`))
      if (isSecretName(name)) return REDACTED
      return /^(?:[a-z][\w+.-]{0,40}:\/)?\//i.test(value) ? this.redactUrl(value) : value
    })
  }

  /** Returns a URL without a user, and without credentials in its query and its fragment. */
  redactUrl(url: string): string {
    return url
      .replace(/^(\w*:?\/\/)[^/?#]*@/, `$1${REDACTED}@`)
      .replace(/[^?#]+/g, (pairs, at: number) => (at > 0 ? this.redactForm(pairs) : pairs))
  }

  redactForm(text: string): string {
    return text.replace(/[^&]+/g, (pair) => {
      const [[name, value] = ['', '']] = new URLSearchParams(pair)
      if (!pair.includes('=') || !(secretPair.test(name) || isSecretName(name))) return pair
      this.#remember(value)
      return pair.replace(/=.*/s, `=${REDACTED}`)
    })
  }

  /** Returns the body of a request without credentials: JSON, XML, multipart or a form. */
  redactBody(body: string): string {
    if (isJson(body)) return this.#redactJson(body)
    if (/^\s*</.test(body)) return this.#redactMarkup(body)
    const [boundary] = /^--[^\r\n]+/m.exec(body) ?? []
    if (!boundary) return this.redactForm(body)
    const parts = body.split(boundary)
    return parts.map((part) => this.#redactPart(part)).join(boundary)
  }

  /** Returns the body of a response without credentials: JSON or markup, with the links in it. */
  redactResponseBody(body: string): string {
    const redacted = isJson(body) ? this.#redactJson(body) : this.#redactMarkup(body)
    return redacted.replace(/[?&][\w[\]-]{1,100}=[^&#"'<>\s\\]+/g, (pair) => this.redactForm(pair))
  }

  /** Returns a text of the response without the credentials of the request. An error may quote the start of a long credential. */
  redactResponse(text: string): string {
    return [...this.#secrets].reduce((rest, secret) => {
      const [first = '', ...others] = rest.split(secret.slice(0, QUOTED_CHARACTERS))
      const end = [...secret.slice(QUOTED_CHARACTERS).split(''), '']
      const skipEnd = (part: string) => part.slice(end.findIndex((char, n) => part[n] !== char))
      return [first, ...others.map(skipEnd)].join(REDACTED)
    }, text)
  }

  #redactJson(text: string): string {
    let isFound = false
    const redact = (name: string, value: unknown): unknown => {
      const isEmpty = value === null || value === '' || (Array.isArray(value) && !value.length)
      const isSchema = ['type', 'description', '$ref'].some((key) => key in Object(value)) // in /doc
      const inner = typeof value === 'string' && isJson(value) ? this.#redactJson(value) : value
      isFound ||= inner !== value
      if (!isSecretName(name) || isEmpty || isSchema) return inner
      isFound = true
      this.#remember(value)
      return REDACTED
    }
    const names = [...text.matchAll(propertyStart)].map(([, name = '']) => name)
    const mayHave = names.some((name) => name.includes('\\') || isSecretName(name))
    try {
      const redacted: unknown = JSON.parse(text, mayHave ? redact : undefined)
      return isFound ? JSON.stringify(redacted) : text
    } catch {
      return this.#redactBrokenJson(text)
    }
  }

  #redactBrokenJson(text: string): string {
    // a value may be cut off; the rest of the text belongs to a list or an object, unless that describes a field
    const valuePattern =
      /"(?:[^"\\]|\\.)*"?|(?:\[|\{(?!\s*"(?:type|description|\$ref)"))[\s\S]*|[^\s",[\]{}]+/y
    let [redacted, end] = ['', 0]
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

  #redactPart(part: string): string {
    const [head = ''] = /^.*?\r?\n\r?\n/s.exec(part) ?? []
    const content = part.slice(head.length)
    const [, name = ''] = /\bname(?:="?|\*=[\w-]*'[^']*')([^";\r\n]*)/i.exec(head) ?? []
    if (!isSecretName(name)) return isJson(content) ? head + this.#redactJson(content) : part
    this.#remember(content.trimEnd())
    return `${head}${REDACTED}\r\n`
  }

  #remember(value: unknown): void {
    if (this.#secrets.size >= MAX_SECRETS) return
    const isObject = typeof value === 'object'
    if (isObject) for (const part of Object.values(value ?? {})) this.#remember(part)
    const text = isObject ? '' : escapeQuotes(String(value)) // JSON has it in this form
    if (text.length < MIN_SECRET_CHARACTERS || /^(?:true|false|null)$/.test(text)) return
    this.#secrets.add(text).add(escapeQuotes(text)) // a body quotes JSON in a message
  }
}

const escapeQuotes = (text: string): string => JSON.stringify(text).slice(1, -1)

const mapValues = (headers: Headers, change: (value: string, name: string) => string): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value, name)]))

/** Returns whether a text is JSON, perhaps broken. A form can begin with a bracket too. */
const isJson = (text: string): boolean => /^\s*[[{][^"=]*(?:"|$)/.test(text)

/** Returns whether a name, or a part of a name such as `user[password]`, is the name of a credential. */
const isSecretName = (name: string): boolean =>
  maybeSecret.test(name) &&
  name.split(/[[\]]/).some((part) => secretEnd.test(toSnakeCase(part.slice(-100))))

const toSnakeCase = (name: string): string =>
  name
    .replace(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, '$&_')
    .replace(/[^\p{L}\d]+/gu, '_')
    .toLowerCase()
