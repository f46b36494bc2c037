import { defaultSites } from '../../../src/contract/site.ts'
import { mockOptions } from '../../../src/options/mock-options.ts'
import { boolean, type OptionEntry, readText } from '../../../src/options/option-types.ts'
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
    options: { sites: defaultSites, ...options },
    exchanges: curls.map((command) => ({ request: readCurl(command), response: '' })),
  }
}

/** Returns the options of the flags of `npx calmock`. Undefined if a flag is not an option of the mock. */
function readFlags(words: readonly string[]): BlockOptions | undefined {
  const options: Record<string, BlockOptions[string]> = {}
  for (let n = 0; n < words.length; n++) {
    const name = readName(words[n] ?? '')
    if (!name) return undefined
    const { type }: OptionEntry = mockOptions[name]
    const previous = (options[name] ?? []) as readonly string[] // of a type with `append`
    const value = type === boolean ? true : readText(type, words[++n] ?? '', { name, previous })
    options[name] = value as BlockOptions[string] // of the type
  }
  return options
}

/** Returns the option of a flag. */
const readName = (flag: string): keyof typeof mockOptions | undefined => {
  const name = flag.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  return flag.startsWith('--') && name in mockOptions
    ? (name as keyof typeof mockOptions) // it is one of them
    : undefined
}
