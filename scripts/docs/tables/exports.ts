import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { entryPoints, nameImport } from '../../entry-points.ts'
import { formatTable } from '../../format-table.ts'
import { endSentence, formatCode, formatCodes, formatMarkdown } from './cells.ts'

const root = new URL('../../../', import.meta.url)

/** The types of requests and responses, which `calmock` exports too. */
const WIRE_FILE = fileURLToPath(new URL('src/wire.ts', root))

/** An exported name with the first sentence of its docstring. */
interface Export {
  readonly name: string
  readonly summary: string
  readonly isWireType: boolean
}

/** An entry point of the package: `calmock/node`. */
interface EntryPoint {
  readonly name: string
  readonly exports: readonly Export[]
}

/** Reads the exports of all entry points from the sources. */
export function readEntryPoints(): readonly EntryPoint[] {
  const entries = Object.keys(entryPoints).map((name) => ({
    name: nameImport(name),
    file: fileURLToPath(new URL(`src/${name}.ts`, root)),
  }))
  const program = createProgram(entries.map(({ file }) => file))
  const checker = program.getTypeChecker()
  return entries.map(({ name, file }) => ({ name, exports: readExports(file, program, checker) }))
}

/** Creates a program that contains the files and what they import from this project. Packages would take seconds to read. */
function createProgram(files: readonly string[]): ts.Program {
  const options: ts.CompilerOptions = {
    allowImportingTsExtensions: true,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    noLib: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  host.resolveModuleNameLiterals = (imports, file) =>
    imports.map(({ text }) =>
      text.startsWith('.')
        ? ts.resolveModuleName(text, file, options, host)
        : { resolvedModule: undefined },
    )
  return ts.createProgram(files, options, host)
}

function readExports(
  file: string,
  program: ts.Program,
  checker: ts.TypeChecker,
): readonly Export[] {
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} has no exports`)
  return checker.getExportsOfModule(module).map((symbol) => {
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
    const [declaration] = target.declarations ?? []
    const text = ts.displayPartsToString(target.getDocumentationComment(checker))
    const summary = declaration ? readSentence(text) : describeForeign(symbol)
    return {
      name: symbol.name,
      summary,
      isWireType: declaration?.getSourceFile().fileName === WIRE_FILE,
    }
  })
}

/** Returns the summary of an export of another package, which is not read. */
function describeForeign({ name, declarations = [] }: ts.Symbol): string {
  const [specifier] = declarations
  const statement = specifier?.parent.parent
  const module = statement && ts.isExportDeclaration(statement) && statement.moduleSpecifier
  return module && ts.isStringLiteral(module) ? `\`${name}\` of \`${module.text}\`.` : ''
}

/** Returns the first line of a docstring, up to the end of its first sentence. */
const readSentence = (text: string): string =>
  /^.*?(?<!\.)\.(?=\s|$)/.exec(text.replaceAll('\n', ' '))?.[0] ?? text.split('\n')[0] ?? ''

/** Returns the table of what each entry point exports, without the types of requests and responses. */
export const formatExports = (): string =>
  formatTable(
    ['Name and entry point', 'Meaning'],
    readEntryPoints().flatMap(({ name, exports }) =>
      exports
        .filter((exported) => !exported.isWireType && !isType(exported))
        .map((exported) => formatExport(name, exported)),
    ),
  )

/** Returns the types of options and of what functions return, by entry point. An editor shows their docstrings. */
export const formatTypes = (): string =>
  formatTable(
    ['Entry point', 'Types'],
    readEntryPoints().flatMap(({ name, exports }) => {
      const types = exports.filter((exported) => !exported.isWireType && isType(exported))
      return types.length > 0
        ? [[formatCode(name), formatCodes(types.map(({ name }) => name))]]
        : []
    }),
  )

const isType = ({ name }: Export): boolean => /^[A-Z][a-z]/.test(name) && name !== 'HttpResponse'

/** The kinds of types of requests and responses, by the end of their names. The first match counts. */
const wireKinds: Readonly<Record<string, RegExp>> = {
  'query of a list': /ListQuery$/,
  'query of a read, of the index or of `/doc`': /Query$/,
  'response with a list': /List$/,
  'body of a create': /Fields$/,
  'body of an update': /Changes$/,
  'response with an error, and its details': /^Problem/,
  'objects in records': /^(?:Date|Cost|Term|Image)|JsonLd$/,
  'response with a record': /^/,
}

/** Returns the table of the types of requests and responses by their kind. */
export function formatWireTypes(): string {
  const names = [...readFileSync(WIRE_FILE, 'utf8').matchAll(/^export interface (\w+)/gm)].map(
    ([, name = '']) => name,
  )
  const findKind = (name: string) => Object.values(wireKinds).find((end) => end.test(name))
  return formatTable(
    ['Meaning', 'Types'],
    Object.entries(wireKinds).map(([kind, end]) => [
      kind,
      formatCodes(names.filter((name) => findKind(name) === end)),
    ]),
  )
}

const formatExport = (entry: string, { name, summary }: Export): readonly string[] => [
  `${formatCode(name)}<br>${formatCode(entry)}`,
  summary === '' ? '' : endSentence(formatMarkdown(summary)),
]
