import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

const root = fileURLToPath(new URL('..', import.meta.url))

/** One file of ours, parsed; paths are those of the project, with slashes. */
export interface Source {
  readonly path: string
  readonly lines: number
  readonly tree: ts.SourceFile
  readonly imports: readonly Import[]
}

export interface Import {
  /** Path of a file of ours, or the name of a package. */
  readonly to: string
  /** As it is written. */
  readonly written: string
  /** Whether nothing is left of it when the program runs. */
  readonly isType: boolean
}

export const textOf = (path: string): string => readFileSync(root + path, 'utf8')

/** Every TypeScript and JavaScript file of these folders. */
export function sourcesIn(...folders: readonly string[]): readonly Source[] {
  return folders.flatMap((folder) =>
    readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .filter((path) => /\.[jt]s$/.test(path))
      .sort()
      .map(sourceOf),
  )
}

function sourceOf(path: string): Source {
  const text = textOf(path)
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  const imports = [...nodesOf(tree)].flatMap((node) => importOf(node, path))
  return { path, lines: text.trimEnd().split('\n').length, tree, imports }
}

/** A node and all below it. */
export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  yield node
  for (const child of node.getChildren()) yield* nodesOf(child)
}

function importOf(node: ts.Node, path: string): Import[] {
  const [specifier, isType] = specifierOf(node)
  if (!specifier || !ts.isStringLiteral(specifier)) return []
  const written = specifier.text
  const to = written.startsWith('.') ? posix.join(posix.dirname(path), written) : packageOf(written)
  return [{ to, written, isType }]
}

function specifierOf(node: ts.Node): [ts.Node | undefined, boolean] {
  if (ts.isImportDeclaration(node))
    return [node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword]
  if (ts.isExportDeclaration(node)) return [node.moduleSpecifier, node.isTypeOnly]
  if (ts.isImportTypeNode(node))
    return [ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true]
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return [node.arguments[0], false]
  return [undefined, false]
}

const packageOf = (written: string): string =>
  written.startsWith('node:')
    ? written
    : written
        .split('/')
        .slice(0, written.startsWith('@') ? 2 : 1)
        .join('/')

/** Groups of files that import each other round about, whatever way they take. */
export function circlesOf(
  sources: readonly Source[],
  counts: (one: Import) => boolean,
): readonly (readonly string[])[] {
  const next = new Map(
    sources.map(({ path, imports }) => [path, imports.filter(counts).map(({ to }) => to)]),
  )
  const reach = new Map(sources.map(({ path }) => [path, reachedFrom(path, next)]))
  const isBack = (path: string, other: string): boolean =>
    Boolean(reach.get(path)?.has(other) && reach.get(other)?.has(path))
  const circles = sources
    .filter(({ path }) => isBack(path, path))
    .map(({ path }) => sources.map((other) => other.path).filter((other) => isBack(path, other)))
  return [...new Map(circles.map((circle) => [circle.join(), circle])).values()]
}

function reachedFrom(path: string, next: ReadonlyMap<string, readonly string[]>): Set<string> {
  const reached = new Set(next.get(path))
  for (const one of reached) for (const further of next.get(one) ?? []) reached.add(further)
  return reached
}
