import { mockOptionTypes } from '../../../src/options/options.ts'
import { readCurl, splitWords } from './curl.ts'
import type { BlockOptions, Session } from './http-block.ts'

/** Returns the session of the `curl` commands of a `console` block. Undefined for a block without one, and for a server that is more than its mock. */
export function readConsole(text: string): Session | undefined {
  const commands = [...text.matchAll(/^\$ (.*)$/gm)].map(([, command = '']) => command)
  const [server = '', ...curls] = commands
  const options = /^npx calmock\b/.test(server) ? readFlags(splitWords(server).slice(2)) : undefined
  if (!options || curls.length === 0) return undefined
  if (!curls.every((command) => command.startsWith('curl '))) return undefined
  return {
    options: { sites: ['hi', 'de', 'zh-hans'], ...options },
    exchanges: curls.map((command) => ({ request: readCurl(command), response: '' })),
  }
}

/** Returns the options of the flags of `npx calmock`. Undefined if a flag is not an option of the mock. */
function readFlags(words: readonly string[]): BlockOptions | undefined {
  const options: Record<string, BlockOptions[string]> = {}
  for (let n = 0; n < words.length; n++) {
    const name = readName(words[n] ?? '')
    if (!name) return undefined
    const type = mockOptionTypes[name]
    if (type === 'boolean') options[name] = true
    else options[name] = readValue(type, words[++n] ?? '', options[name])
  }
  return options
}

/** Returns the option of a flag. */
const readName = (flag: string): keyof typeof mockOptionTypes | undefined => {
  const name = flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return flag.startsWith('--') && name in mockOptionTypes
    ? (name as keyof typeof mockOptionTypes) // it is one of them
    : undefined
}

function readValue(
  type: string,
  text: string,
  previous: BlockOptions[string] | undefined,
): BlockOptions[string] {
  if (type === 'number') return Number(text)
  if (type === 'textList') return text.split(',')
  if (type === 'texts') return [...(Array.isArray(previous) ? previous : []), text]
  return text
}
