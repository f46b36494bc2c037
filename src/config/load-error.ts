import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'

/** Returns the position and the message of an error that loading a file has thrown, as one line. */
export function describeLoadError(error: unknown, path: string): string {
  if (!(error instanceof Error)) return `it throws ${String(error)}`
  const [first = '', second] = error.message.split('\n')
  if (error.name === 'TransformError' && second) return second.replace(': ERROR:', ':')
  const isParsed = !(error instanceof SyntaxError) || path.endsWith('.json')
  const position = isParsed ? findPosition(error, path) : findSyntaxError(path)
  const hint = /'(import|export)'|import statement/.test(first)
    ? '; name the file .mjs, or install tsx: npm install --save-dev tsx'
    : ''
  const { requireStack } = error as { requireStack?: readonly string[] } // of a missing CommonJS module
  const [importer] = requireStack ?? []
  const origin = importer ? ` imported from ${importer.replace(/\?.*/, '')}` : ''
  const message = error.name === 'Error' ? first + origin : `${error.name}: ${first}`
  return [...(position ? [position] : []), message + hint].join(': ')
}

/** Returns the first position in the file in the stack of an error, as `path:line:column`. */
function findPosition({ stack = '' }: Error, path: string): string | undefined {
  const names = [path, pathToFileURL(path).pathname]
  const rests = names.flatMap((name) => stack.split(name).slice(1))
  const [position] = rests.flatMap((rest) => /^(?:\?[^:\s]*)?(:\d+:\d+)/.exec(rest)?.[1] ?? [])
  return position && path + position
}

/** Returns the position of a syntax error, as `path:line`. Node prints it only when it checks a file. */
function findSyntaxError(path: string): string | undefined {
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8' })
  return /^(?:file:\/\/)?(.+:\d+)$/m.exec(stderr)?.[1]
}
