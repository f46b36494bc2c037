import { terminalControls } from '../contract/format-message.ts'
import type { Io } from './io.ts'

/** Returns a value without the credentials in its texts and names. */
export type Hide = <T>(value: T) => T

const REDACTED = '[redacted]'
/** A shorter password is part of many words, and not a secret. */
const MIN_CHARACTERS = 4
/** A password of fewer digits may be the ID of a record. */
const LONGER_THAN_IDS = 8

/** Runs a command. What it writes to stderr, and its error, have no credentials of another service that an answer repeats. */
export async function hideCredentials(
  io: Io,
  run: (io: Io, hide: Hide) => Promise<void>,
): Promise<void> {
  const hide = createHide(io.env)
  const clean = (text: string): string => hide(text).replace(terminalControls, ' ')
  const cleanLines = (text: string): string => text.split('\n').map(clean).join('\n')
  const { stderr } = io
  const write = (text: string): unknown => stderr.write(cleanLines(text))
  try {
    await run({ ...io, stderr: { isTTY: stderr.isTTY === true, write } }, hide)
  } catch (error) {
    for (const [name, text] of ['message', 'stack', 'reason'].map((key) => [
      key,
      Object(error)[key],
    ]))
      if (typeof text === 'string') Object.assign(Object(error), { [name]: cleanLines(text) })
    throw error
  }
}

function createHide({
  CALMOCK_REMOTE_USER: user,
  CALMOCK_REMOTE_PASSWORD: password = '',
}: Io['env']): Hide {
  if (!user) return (value) => value
  const isLong = password.length >= MIN_CHARACTERS
  // a text that begins with other bytes, such as the name of a user, has other Base64
  const inBase64 = ['', '.', '..'].map((before) => toBase64(before, password))
  const pair = `${user}:${password}`
  const secrets = [Buffer.from(pair).toString('base64'), pair]
  const forms = [...secrets, ...(isLong ? [password, ...inBase64] : [])].flatMap(listForms)
  const pattern = new RegExp(forms.join('|'), 'giu')
  const hide = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replace(pattern, REDACTED)
    if (typeof value === 'number')
      return String(value) === password && password.length >= LONGER_THAN_IDS ? REDACTED : value
    if (Array.isArray(value)) return value.map(hide)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map((entry) => entry.map(hide)))
  }
  return hide as Hide // it changes texts only
}

/** Returns the characters of the Base64 of a text that do not depend on the bytes around it. */
function toBase64(before: string, text: string): string {
  const bytes = Buffer.from(before + text)
  const start = Math.ceil((before.length * 8) / 6)
  return bytes.toString('base64').slice(start, Math.floor((bytes.length * 8) / 6))
}

/**
 * Returns patterns of a secret: as it is, and with each letter in plain text, percent-encoded or escaped in JSON or HTML,
 * and any punctuation where it has some, which a service may encode, replace or leave out. A message may cut it off.
 */
function listForms(secret: string): readonly string[] {
  const exact = [...secret].map((char) => `\\u{${toHex(char.codePointAt(0))}}`).join('')
  const parts = secret.match(/[\p{L}\p{N}]|[^\p{L}\p{N}]+/gu) ?? []
  const isWord = (part: string): boolean => /^[\p{L}\p{N}]/u.test(part)
  const core = parts.slice(parts.findIndex(isWord), parts.findLastIndex(isWord) + 1)
  if (core.filter(isWord).length < MIN_CHARACTERS) return [exact]
  const forms = core.map((part) => (isWord(part) ? toLetter(part) : PUNCTUATION))
  const cut = forms.slice(MIN_CHARACTERS).reduceRight((rest, form) => `(?:${form}${rest})?`, '')
  return [
    exact,
    forms.join(''),
    `${forms.slice(0, MIN_CHARACTERS).join('')}${cut}(?=[^\\p{L}\\p{N}…]{0,9}…)`,
  ]
}

/** Punctuation, also percent-encoded or escaped. */
const PUNCTUATION =
  '(?:%(?:25){0,3}[\\da-f]{2}|&(?:amp;){0,3}#?\\w{2,8};|\\\\u[\\da-f]{4}|[^\\p{L}\\p{N}]){0,40}'

function toLetter(letter: string): string {
  const hex = toHex(letter.codePointAt(0))
  const bytes = [...Buffer.from(letter)].map(
    (byte) => `%(?:25){0,3}${toHex(byte).padStart(2, '0')}`,
  )
  const units = letter
    .split('')
    .map((unit) => `\\\\{1,8}u${toHex(unit.charCodeAt(0)).padStart(4, '0')}`)
  const name = hex.length > 2 || hex > '7f' ? '[a-z]{2,8}|' : ''
  const entity = `&(?:amp;){0,3}(?:${name}#0{0,6}${letter.codePointAt(0)}|#x0{0,6}${hex});`
  return `(?:\\u{${hex}}|${bytes.join('')}|${units.join('')}|${entity})`
}

const toHex = (code = 0): string => code.toString(16)
