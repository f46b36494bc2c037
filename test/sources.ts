import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))

/** A parsed file of the project. Its path starts at the root of the project and has slashes. */
export interface Source {
  readonly path: string
  readonly lines: number
  readonly tree: ts.SourceFile
  readonly imports: readonly Import[]
}

export interface Import {
  /** Path of a file of the project, or the name of a package. */
  readonly to: string
  /** The module specifier in the source. */
  readonly written: string
  /** True if it imports types alone, so that the compiler removes it. */
  readonly isType: boolean
}

export const readText = (path: string): string => readFileSync(root + path, 'utf8')

/** Parses the TypeScript and JavaScript files of some folders. */
export function sourcesIn(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.[jt]sx?$/.test(path))
      .sort()
      .map(parseSource),
  )
}

function parseSource(path: string): Source {
  const text = readText(path)
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports = nodesOf(tree).flatMap((node) => readImport(node, path))
  return { path, lines: text.trimEnd().split('\n').length, tree, imports }
}

/** Returns a node and its descendants, without punctuation. */
export function nodesOf(node: ts.Node): readonly ts.Node[] {
  const nodes: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    nodes.push(node)
    node.forEachChild(visit)
  }
  visit(node)
  return nodes
}

function readImport(node: ts.Node, path: string): Import[] {
  const [specifier, isType] = findSpecifier(node)
  if (!specifier || !ts.isStringLiteral(specifier)) return []
  const written = specifier.text
  const to = written.startsWith('.')
    ? posix.join(posix.dirname(path), written)
    : packageName(written)
  return [{ to, written, isType }]
}

function findSpecifier(node: ts.Node): [ts.Node | undefined, boolean] {
  if (ts.isImportDeclaration(node))
    return [node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword]
  if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, node.isTypeOnly]
  if (ts.isImportTypeNode(node))
    return [ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true]
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return [node.arguments[0], false]
  return [undefined, false]
}

const packageName = (written: string): string =>
  written.startsWith('node:')
    ? written
    : written
        .split('/')
        .slice(0, written.startsWith('@') ? 2 : 1)
        .join('/')

/** Returns the groups of files that import each other, directly or through other files. */
export function findCycles(
  sources: readonly Source[],
  isCounted: (one: Import) => boolean,
): readonly (readonly string[])[] {
  const next = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(isCounted).map(({ to }) => to)]),
  )
  const reachable = new Map(sources.map(({ path }) => [path, findReachable(path, next)]))
  const isMutual = (path: string, other: string): boolean =>
    Boolean(reachable.get(path)?.has(other) && reachable.get(other)?.has(path))
  const cycles = sources
    .filter(({ path }) => isMutual(path, path))
    .map(({ path }) => sources.map((other) => other.path).filter((other) => isMutual(path, other)))
  return [...new Map(cycles.map((cycle) => [cycle.join(), cycle])).values()]
}

function findReachable(path: string, next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reachable = new Set(next.get(path))
  for (const file of reachable) for (const imported of next.get(file) ?? []) reachable.add(imported)
  return reachable
}
