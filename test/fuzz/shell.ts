import type { Sent } from './sent.ts'

/** Formats a request as a curl command for a mock with the same options on the default port. */
export function curlOf({ method, target, headers = {}, body, edge }: Sent): string {
  const lines = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  const sent = body === undefined ? '' : `${printfOf(Buffer.from(body))} | `
  return [
    `${sent}curl -g --path-as-is -X ${method} --request-target ${quoted(target)} http://127.0.0.1:4747`,
    ...lines,
    ...(sent ? ['--data-binary @-'] : []),
    `# by ${edge}`,
  ].join(' ')
}

/** Formats bytes as a command that sends them to the default port. */
export const ncOf = (bytes: Uint8Array): string => `${printfOf(bytes)} | nc 127.0.0.1 4747`

const quoted = (text: string): string => `$'${escaped(Buffer.from(text, 'latin1'), hex)}'`

/** Formats bytes as a printf command that abbreviates long runs of one byte. */
function printfOf(bytes: Uint8Array): string {
  const parts = Buffer.from(bytes)
    .toString('latin1')
    .split(/((?<run>[\s\S])\k<run>{199,})/)
  const commands = parts.flatMap((part, n) => {
    if (n % 3 === 2 || part === '') return []
    const escapeOctal = (text: string): string => escaped(Buffer.from(text, 'latin1'), octal)
    if (n % 3 === 0) return [`printf '${escapeOctal(part)}'`]
    return [`head -c ${part.length} /dev/zero | tr '\\0' '${escapeOctal(part.slice(0, 1))}'`]
  })
  return commands.length === 1 ? commands.join() : `{ ${commands.join('; ')}; }`
}

const hex = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`
const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`

const escaped = (bytes: Uint8Array, coded: (byte: number) => string): string =>
  [...bytes]
    .map((byte) =>
      /[\w :;,./?&={}[\]"+*()<>#@-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : coded(byte),
    )
    .join('')
