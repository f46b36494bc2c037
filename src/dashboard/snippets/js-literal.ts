/**
 * Characters that a string literal cannot contain, that editors hide, or that reorder the text around them.
 * The two joiners are letters of Hindi and other languages.
 */
const unsafe = /[\\']|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Returns a text as a string literal in single quotes. */
export const formatText = (text: string): string => `'${escapeText(text)}'`

const escapeText = (text: string): string =>
  text.replace(unsafe, (char) => escapes[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`)

/** Returns a template literal of an expression and the text after it. */
export const formatTemplate = (expression: string, text: string): string =>
  `\`\${${expression}}${escapeText(text)
    .replaceAll("\\'", "'")
    .replace(/`|\$\{/g, '\\$&')}\``

/** Returns a text as the rest of a comment of one line. */
export const formatComment = (text: string): string =>
  text.replace(unsafe, (char) => (char === "'" || char === '\\' ? char : '�'))

const WIDTH = 100

/**
 * Returns a JSON value as a JavaScript expression, in the style of this project's examples. `indent` is the
 * number of spaces before its first line; `used` is the width of the text before it on that line.
 */
export function formatLiteral(value: unknown, indent = 0, used = indent): string {
  if (typeof value === 'string') return formatText(value)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : `${value}`
  const oneLine = formatOneLine(value)
  if (oneLine.length + used <= WIDTH && !oneLine.includes('\n')) return oneLine
  const inner = ' '.repeat(indent + 2)
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${formatLiteral(item, indent + 2)},`)
    : Object.entries(value).map(([key, item]) => {
        const start = `${inner}${formatKey(key)}: `
        return `${start}${formatLiteral(item, indent + 2, start.length)},`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return [open, ...lines, `${' '.repeat(indent)}${close}`].join('\n')
}

function formatOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return formatLiteral(value)
  if (Array.isArray(value)) return `[${value.map(formatOneLine).join(', ')}]`
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  return `{ ${entries.map(([key, item]) => `${formatKey(key)}: ${formatOneLine(item)}`).join(', ')} }`
}

/** Returns the key of a property. `__proto__` as a plain key would set the prototype. */
function formatKey(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return /^[a-z_$][\w$]*$/i.test(key) ? key : formatText(key)
}
