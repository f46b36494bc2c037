import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runInThisContext } from 'node:vm'
import { OptionError } from '../contract/option-error.ts'
import { MAX_DEPTH, parseJson } from '../contract/parse-json.ts'

/** A file of the user: its purpose, for messages, and its name. */
interface UserFile {
  readonly kind: 'config' | 'data' | 'handler' | 'package' | 'scenario'
  readonly file: string
}

/** Node's own module loader. Jest replaces `node:module` by a loader without tsx and ES modules. */
const nodeModule: typeof import('node:module') = runInThisContext(
  "process.getBuiltinModule('node:module')",
)

const getRequire = (): NodeJS.Require => nodeModule.createRequire(import.meta.url)

/** Loads a module or a JSON file in its current version. Throws `OptionError` with the position of an error in the file. */
export async function importModule(userFile: UserFile): Promise<unknown> {
  if (userFile.file.endsWith('.json')) return readJson(userFile)
  const path = requireFile(userFile)
  try {
    return await (needsTsx(path) ? requireFresh(path) : importFresh(path))
  } catch (error) {
    if (!hasTopLevelAwait(error)) throw toOptionError(userFile, path, error)
    const { tsImport } = await import('tsx/esm/api')
    return tsImport(pathToFileURL(path).href, import.meta.url).catch((failure) => {
      throw toOptionError(userFile, path, failure)
    })
  }
}

/** Loads a module or a JSON file synchronously. Top-level `await` is an error. */
export function requireModule(userFile: UserFile): unknown {
  if (userFile.file.endsWith('.json')) return readJson(userFile)
  const path = requireFile(userFile)
  try {
    return requireFresh(path)
  } catch (error) {
    throw toOptionError(userFile, path, error)
  }
}

const MAX_JSON_MB = 64

/** Reads a JSON file. Throws `OptionError` with the reason why it cannot be read. */
export function readJson(userFile: UserFile): unknown {
  const path = requireFile(userFile)
  try {
    if (statSync(path).size > MAX_JSON_MB * 1e6) throw new Error('it is too large')
    return parseJson(readFileSync(path))
  } catch (error) {
    const { kind, file } = userFile
    const message = String(Object(error).message).replace(/\s+/g, ' ')
    const reason = error instanceof SyntaxError ? locateJsonError(path, message) : message
    const accepted = `JSON in UTF-8 with at most ${MAX_JSON_MB} MB and ${MAX_DEPTH} levels`
    throw new OptionError(`cannot load ${kind} file ${file}: ${reason}; accepted: ${accepted}`)
  }
}

/** Returns a message of V8 with the line and the column. It does not name the position of a token in place of a value. */
function locateJsonError(path: string, message: string): string {
  const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
  const [where = '', position] = / in JSON at position (\d+).*/.exec(message) ?? []
  let length = Number(position ?? 0)
  for (let step = position ? 0 : 2 ** 26; step >= 1; step /= 2)
    if (!hasWrongToken(text.slice(0, length + step))) length += step
  const lines = text.slice(0, length).split('\n')
  return `line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}: ${message.replace(where, '')}`
}

function hasWrongToken(text: string): boolean {
  try {
    return JSON.parse(text) && false
  } catch (error) {
    return Object(error).message.startsWith('Unexpected token')
  }
}

/** Returns the default export of an ES module or of a CommonJS module. */
export function unwrapDefault(module: unknown): unknown {
  const isModule = typeof module === 'object' && module !== null && 'default' in module
  return isModule ? unwrapDefault(module.default) : module
}

export function listExports(module: unknown): readonly unknown[] {
  const named = [module, Object(module).default].flatMap((part) => Object.values(Object(part)))
  return [...new Set([unwrapDefault(module), ...named])]
}

function requireFile({ kind, file }: UserFile): string {
  const path = resolve(file)
  if (statSync(path, { throwIfNoEntry: false })?.isFile()) return path
  throw new OptionError(`${kind} file ${file} does not exist`)
}

const toOptionError = ({ kind, file }: UserFile, path: string, error: unknown): OptionError =>
  new OptionError(
    `cannot load ${kind} file ${file}: ${error instanceof OptionError ? error.reason : describeLoadError(error, path)}`,
  )

/** Returns whether tsx loads a file: TypeScript, and JavaScript that may have the syntax of either module system. */
function needsTsx(path: string): boolean {
  if (!/\.[cm]?[jt]sx?$/.test(path))
    throw new OptionError('accepted: names that end with .ts, .mts, .js, .mjs, .cjs or .json')
  const isTypeScript = /\.[cm]?tsx?$/.test(path)
  if (hasTsx()) return isTypeScript || /\.c?js$/.test(path)
  if (!isTypeScript || canLoadTypeScript()) return false
  throw new OptionError('TypeScript needs tsx: npm install --save-dev tsx')
}

/** Imports the current version of a file that Node can parse. Its dependencies are cached. */
function importFresh(path: string): Promise<unknown> {
  delete getRequire().cache[path] // a CommonJS module stays cached otherwise
  return import(`${pathToFileURL(path).href}?version=${statSync(path).mtimeMs}`)
}

function requireFresh(path: string): unknown {
  if (needsTsx(path)) return requireWithTsx(path)
  const require = getRequire()
  delete require.cache[path]
  return require(path)
}

/** Returns whether tsx is installed, or Node runs TypeScript. */
export const canLoadTypeScript = (): boolean =>
  hasTsx() || ('typescript' in process.features && Boolean(process.features.typescript))

function hasTsx(): boolean {
  try {
    return getRequire().resolve('tsx/cjs/api') !== ''
  } catch {
    return false
  }
}

const NAMESPACE = 'calmock'

/** Loads the current version of a file and of its dependencies outside packages. */
function requireWithTsx(path: string): unknown {
  const require = getRequire()
  for (const key of Object.keys(require.cache))
    if (key.endsWith(`?namespace=${NAMESPACE}`)) delete require.cache[key]
  const { register }: typeof import('tsx/cjs/api') = require('tsx/cjs/api')
  process.setSourceMapsEnabled(true) // errors contain the positions in the source
  const loader = register({ namespace: NAMESPACE })
  try {
    return loader.require(path, import.meta.url)
  } finally {
    loader.unregister()
  }
}

/** Returns whether `require` rejected a module because of top-level `await`. */
function hasTopLevelAwait(error: unknown): boolean {
  const { code, message } = Object(error)
  return code === 'ERR_REQUIRE_ASYNC_MODULE' || /Top-level await/.test(message)
}

/** Returns the position and the message of an error that loading a file has thrown, as one line. */
function describeLoadError(error: unknown, path: string): string {
  if (!(error instanceof Error)) return `it throws ${String(error)}`
  const [first = '', second] = error.message.split('\n')
  if (error.name === 'TransformError' && second) return second.replace(': ERROR:', ':')
  const isSyntax = error instanceof SyntaxError
  const position = isSyntax ? findSyntaxError(path) : findPosition(error, path)
  const hint = /'(import|export)'|import statement/.test(first)
    ? '; name the file .mjs, or install tsx: npm install --save-dev tsx'
    : ''
  const { requireStack } = error as { requireStack?: readonly string[] } // errors about a missing CommonJS module have it
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
