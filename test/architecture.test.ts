import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { entryPoints, listPeers } from '../scripts/entry-points.ts'
import { statuses } from '../src/contract/post-status.ts'
import { resources } from '../src/contract/resources/index.ts'
import { languages } from '../src/contract/site.ts'
import { findCycles, nodesOf, type Source, sourcesIn } from './sources.ts'

const sources = sourcesIn('src', 'fixtures')

/**
 * The floors of the house, from the ground up: folders and files below src/, or in fixtures/. A file imports, also
 * types, from its own floor and from floors below it alone.
 */
const floors = [
  'wire.ts',
  'fixtures/facts/',
  'fixtures/languages/',
  'dates/',
  'poster/',
  'contract/',
  'fixtures/',
  'engine/',
  'store/',
  'seed/',
  'faults/',
  'request-log/',
  'options/',
  'world/',
  'control/',
  'pages/',
  'handle-request.ts',
  'create-mock.ts',
  'config/',
  'http/',
  'intercept/',
  'ssr.ts',
  'hosts/',
  'dashboard/',
  'index.ts',
  '', // the other entry points
  'cli/',
].map((path) => (path.startsWith('fixtures/') ? path : `src/${path}`))

/** Returns the number of the floor of a file. */
function floorOf(path: string): number {
  const named = floors.findIndex((floor) => floor !== 'src/' && path.startsWith(floor))
  return named < 0 && /^src\/[^/]+$/.test(path) ? floors.indexOf('src/') : named
}

const isOurs = (to: string): boolean => to.startsWith('src/') || to.startsWith('fixtures/')

describe('imports', () => {
  test('every file is on a floor, and every floor has a file', () => {
    const found = new Set(sources.map(({ path }) => floorOf(path)))
    expect([...found].sort((a, b) => a - b)).toEqual(floors.map((_, floor) => floor))
  })

  test('no import runs upwards', () => {
    const upwards = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => isOurs(to) && floorOf(to) > floorOf(path))
        .map(({ to }) => `${path} > ${to}`),
    )
    expect(upwards).toEqual([])
  })

  /** The file or folder that can import a package. A package can then be replaced in one place. */
  const owners: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries(entryPoints).flatMap(([name, entry]) =>
        [...listPeers(entry), ...entry.packages, entry.tool].map((owned) => [
          owned,
          `src/(hosts/)?${name}[./]`,
        ]),
      ),
    ),
    '@mswjs/data': 'src/store/',
    'node:http': 'src/http/',
    'node:https': 'src/http/',
    'node:stream': 'src/http/',
    'node:stream/promises': 'src/http/',
    'node:stream/web': 'src/http/',
    'node:net': 'src/http/',
    'node:async_hooks': 'src/ssr.ts',
    'node:diagnostics_channel': 'src/ssr.ts',
    commander: 'src/cli/',
    '@modelcontextprotocol/sdk': 'src/cli/mcp-server.ts',
    'ical-generator': 'src/pages/feeds.ts',
    '@event-calendar/core': 'src/dashboard/calendar/',
    preact: 'src/dashboard/',
    '@preact/signals': 'src/dashboard/',
    tsx: 'src/config/', // loads TypeScript files of the user
    'node:child_process': 'src/(cli|config)/',
    'node:util': 'src/cli/',
    'node:crypto': 'src/(cli/|hosts/coverage/|coverage.ts)',
    'node:fs': 'src/(cli/|config/|hosts/coverage/|coverage.ts)',
    'node:module': 'src/config/',
    'node:os': 'src/(cli/|coverage.ts)',
    'node:fs/promises': 'src/cli/',
    'node:path': 'src/(cli/|config/|coverage.ts)',
    'node:tty': 'src/cli/',
    'node:url': 'src/(cli|config)/',
    'node:zlib': 'src/cli/',
    'node:vm': 'src/config/', // reaches the module loader of Node in Jest
  }

  test('each package is imported by its owner alone, and msw by the MSW files', () => {
    const mayUseMsw = [
      'src/intercept/msw/',
      'src/node.ts',
      'src/storybook.ts',
      'src/hosts/storybook/',
    ]
    const isOwner = (path: string, to: string): boolean =>
      to === 'msw'
        ? mayUseMsw.some((start) => path.startsWith(start))
        : new RegExp(`^${owners[to] ?? 'nobody'}`).test(path)
    const foreign = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ to }) => !isOurs(to) && !isOwner(path, to))
        .map(({ to, isType }) => `${path} > ${to}${isType ? ', types' : ''}`),
    )
    expect(foreign).toEqual([])
  })

  test('the imports of files have no cycles', () => {
    expect(findCycles(sources, ({ isType }) => !isType)).toEqual([])
  })

  test('the only cycle of type imports is the context of resources and parameters', () => {
    const cycles = findCycles(sources, () => true).map((cycle) => cycle.join(' '))
    // resources and parameters read rows from the context, which is typed with them
    expect(cycles).toEqual([
      'src/contract/context.ts src/contract/params/param.ts src/contract/resource.ts',
    ])
  })

  /** Files and exports with one user are better in the file of that user, unless a reader searches for them. */
  const own = sources.filter(({ path }) => path.startsWith('src/') && !path.endsWith('.d.ts'))
  const users = new Map<string, Set<string>>()
  for (const { path, tree, imports } of own) {
    const use = (name: string) => users.set(name, (users.get(name) ?? new Set()).add(path))
    for (const { to } of imports) use(to)
    for (const { moduleSpecifier, importClause } of tree.statements.filter(
      ts.isImportDeclaration,
    )) {
      const to = imports.find(({ written }) => `'${written}'` === moduleSpecifier.getText())?.to
      const named = importClause?.namedBindings
      if (named && ts.isNamedImports(named))
        for (const { name, propertyName } of named.elements)
          use(`${to} ${(propertyName ?? name).text}`)
    }
  }
  const countUsed = (names: readonly string[]): number =>
    names.filter((name) => users.get(name)?.size === 1).length

  test('at most 25 % of the files have one importer', () => {
    const paths = own.map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(100)
    expect(countUsed(paths) / paths.length).toBeLessThan(0.25)
  })

  test('at most 39 % of the exports have one user', () => {
    const exports = own.flatMap(({ path, tree }) =>
      tree.statements
        .filter((node) => /^export /.test(node.getText()))
        .flatMap((node) => {
          const declared = ts.isVariableStatement(node)
            ? node.declarationList.declarations[0]
            : node
          const name = declared && 'name' in declared ? (declared.name as ts.Node) : undefined
          return name ? [`${path} ${name.getText()}`] : []
        }),
    )
    expect(exports.length).toBeGreaterThan(500)
    expect(countUsed(exports) / exports.length).toBeLessThan(0.39)
  })

  test('relative imports have file extensions', () => {
    const bare = sources.flatMap(({ path, imports }) =>
      imports
        .filter(({ written }) => written.startsWith('.') && !/\.(tsx?|json|css)$/.test(written))
        .map(({ written }) => `${path} > ${written}`),
    )
    expect(bare).toEqual([])
  })
})

const isEngine = ({ path }: Source): boolean =>
  /^src\/(handle-request\.ts$|engine\/|store\/|intercept\/fetch\/|intercept\/msw\/create-handlers\.ts$)/.test(
    path,
  )

/** Returns the location and the first line of a node. */
const formatNode = ({ path, tree }: Source, node: ts.Node): string => {
  const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
  return `${path}:${line + 1} ${node.getText().split('\n')[0]}`
}

const findIn = (files: readonly Source[], isFound: (node: ts.Node) => boolean): readonly string[] =>
  files.flatMap((file) =>
    nodesOf(file.tree)
      .filter(isFound)
      .map((node) => formatNode(file, node)),
  )

describe('the engine', () => {
  const common = ['id', 'slug', 'language', 'group'] // columns of every row

  /** Names of resources, fields, list parameters, statuses and languages. */
  const names = new Set<string>(
    [
      ...languages,
      ...statuses,
      ...resources.flatMap((resource) => [
        resource.name,
        resource.collection,
        ...Object.keys(resource.defaults),
        ...[resource.fields, resource.filters, resource.hiddenFields ?? {}].flatMap(Object.keys),
      ]),
    ].filter((name) => !common.includes(name)),
  )

  /** Expressions that use such a name with another meaning, or for lists in general. */
  const allowedExpressions = [
    'resource.name',
    'resource.order',
    'target.name',
    'model.name',
    'table.model.name',
    'value.name', // of an uploaded file
    'error.status', // of HTTP
    'schema.description', // of OpenAPI
    'response.description',
    'parameter.description',
    'query.page',
    'query.per_page',
  ]
  const allowedInText = ['status', 'page', 'address'] // of HTTP, of a list, of a network
  const allowedInPatterns = ['name', 'status', 'page', 'search'] // of a resource, of HTTP, of a list, of a URL

  /** Locations that break the rule. Remove a location when it is fixed. */
  const known: readonly string[] = []

  const isNamed = (text: string, allowed: readonly string[]): boolean =>
    names.has(text) && !allowed.includes(text)

  const wordsIn = (text: string): string[] => [text, ...text.split(/\W+/)]

  function isNaming(node: ts.Node): boolean {
    if (ts.isPropertyAccessExpression(node))
      return names.has(node.name.text) && !allowedExpressions.includes(node.getText())
    if (ts.isBindingElement(node) && ts.isObjectBindingPattern(node.parent))
      return isNamed((node.propertyName ?? node.name).getText(), allowedInPatterns)
    const isText =
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddleOrTemplateTail(node)
    const isPath = isText && /^(import|export) /.test(node.parent.getText())
    return isText && !isPath && wordsIn(node.text).some((word) => isNamed(word, allowedInText))
  }

  test('the engine names no resource, field, status or language', () => {
    const found = sources.filter(isEngine).flatMap((file) =>
      nodesOf(file.tree)
        .filter(isNaming)
        .map((node) => {
          const whole = ts.isBinaryExpression(node.parent) ? node.parent : node
          return `${file.path} ${whole.getText().split('\n')[0]}`
        }),
    )
    expect([...new Set(found)]).toEqual(known)
  })
})

describe('side effects', () => {
  const impure = new Set(['process', 'console', 'randomUUID', 'getRandomValues', 'performance'])

  function isImpure(node: ts.Node): boolean {
    if (ts.isNewExpression(node))
      return node.expression.getText() === 'Date' && !node.arguments?.length
    if (ts.isPropertyAccessExpression(node))
      return ['Date.now', 'Math.random'].includes(node.getText())
    return ts.isIdentifier(node) && impure.has(node.text)
  }

  test('only the edges use the clock, randomness, the process and the console', () => {
    const inner = sources.filter(
      ({ path }) =>
        !/^src\/((cli|config|dashboard|http|hosts\/worker|hosts\/coverage)\/|coverage)/.test(path),
    )
    const places = findIn(inner, isImpure).map((place) => place.replace(/:\d+ /, ' '))
    expect(places).toEqual([
      'src/hosts/export/entry.ts Date.now',
      'src/hosts/export/persist-in-page.ts console',
      'src/hosts/storybook/worker.ts process',
      'src/hosts/storybook/worker.ts process',
      'src/hosts/vitest/add-hooks.ts console',
      'src/intercept/fetch/unhandled.ts console',
      'src/intercept/fetch/unhandled.ts console',
      'src/intercept/fetch/with-fetch.ts console',
      'src/intercept/msw/page.ts console',
      'src/intercept/msw/page.ts console',
      'src/intercept/msw/test-life-cycle.ts console',
      'src/intercept/msw/test-life-cycle.ts console',
      'src/node.ts process',
      'src/seed/source/inline-source.ts Date.now',
      'src/seed/source/on-demand-source.ts Date.now',
      'src/ssr.ts console',
      'src/ssr.ts process',
      'src/ssr.ts console',
      'src/ssr.ts console',
      'src/ssr.ts console',
      'src/world/report-ignored.ts console',
    ]) // the default clock, messages in a page and in tests, warnings of the user's records, Bun and Deno, and stories in Node
  })
})

describe('files', () => {
  /** Files of more than 400 lines, with their reasons. Remove a file when it is shorter. */
  const long: Readonly<Record<string, string>> = {
    'src/wire.ts': 'generated from the OpenAPI document',
  }

  test('a file of src has at most 400 lines, or is listed with a reason', () => {
    const found = sources.filter(({ path, lines }) => path.startsWith('src/') && lines > 400)
    expect(found.map(({ path }) => path)).toEqual(Object.keys(long))
  })

  test('a function has at most 60 lines', () => {
    const found = sources.flatMap(({ path, tree }) =>
      nodesOf(tree)
        .filter(ts.isFunctionLike)
        .flatMap((node) => {
          const line = (position: number) => tree.getLineAndCharacterOfPosition(position).line
          const first = line(node.getStart())
          return line(node.end) - first + 1 > 60 ? [`${path}:${first + 1}`] : []
        }),
    )
    expect(found).toEqual([])
  })

  test('exports have names, and there are no enums', () => {
    const isDefault = (node: ts.Node): boolean =>
      ts.isExportAssignment(node) ||
      (node.kind === ts.SyntaxKind.DefaultKeyword && ts.canHaveModifiers(node.parent))
    expect(findIn(sources, isDefault)).toEqual([])
    expect(findIn(sources, ts.isEnumDeclaration)).toEqual([])
  })

  test('file names are in kebab-case and name their content', () => {
    const names = sources.map(({ path }) => path.split('/').at(-1) ?? '')
    expect(names.filter((name) => !/^[a-z]+(-[a-z]+)*(\.d)?\.tsx?$/.test(name))).toEqual([])
    const vague = /^(utils?|helpers?|common|types?|constants?|misc|shared)\.ts$/
    expect(names.filter((name) => vague.test(name))).toEqual([])
  })
})
