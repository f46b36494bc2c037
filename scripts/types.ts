/** Writes `src/wire.ts`: the types of all requests and responses. A test checks that the file is up to date. */
import { spawnSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { messages } from '../fixtures/languages/messages.ts'
import type { Query } from '../src/contract/context.ts'
import type { Schema } from '../src/contract/params/param.ts'
import { neutralPreset } from '../src/contract/presets.ts'
import { schemaName } from '../src/contract/resource.ts'
import { resources } from '../src/contract/resources/index.ts'
import { createEndpoints } from '../src/contract/route.ts'
import { createSite, defaultNamespace } from '../src/contract/site.ts'
import { createDocument } from '../src/engine/openapi/document.ts'
import { mockOptions } from '../src/options/mock-options.ts'
import { readDefaults } from '../src/options/option-types.ts'

const FILE = new URL('../src/wire.ts', import.meta.url)

/** The parts of an OpenAPI document that types are generated from. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, { readonly description: string }>>
  }
}

interface Operation {
  readonly operationId: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: object
  readonly responses: object
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly required: boolean
  readonly description?: string
  readonly schema: Schema
}

/** Returns the OpenAPI document of an English site. */
export function createWireDocument(): Query {
  const site = createSite('en', () => messages.en)
  const namespace = defaultNamespace
  const endpoints = createEndpoints(resources, site, namespace)
  const defaults = readDefaults(mockOptions)
  const { perPage } = neutralPreset
  const settings = {
    ...{ ...defaults, namespace, perPage, preset: neutralPreset },
    ...{ users: [], isStrict: false, allowOrigin: [], geolocation: true, tickets: true },
  }
  const now = new Date(defaults.now)
  return createDocument({ endpoints, resources, site, root: site.root, now, settings })
}

/** Returns the module: an interface for each schema, and for the query of each list and read. */
export async function generateWireTypes(): Promise<string> {
  const { components, paths, ...document } = createWireDocument() as unknown as ApiDocument // created by `createDocument`
  const bodies = Object.entries(components.schemas).map(([name, schema]) => {
    const shared = Object.values(components.responses).find((response) => refersTo(response, name))
    return [name, { ...schema, description: shared?.description ?? describeUses(name, paths) }]
  })
  const schemas = { ...Object.fromEntries(bodies), ...createQuerySchemas(paths) }
  // with `minItems` a list would be a tuple; the types accept lists of any length
  const text = JSON.stringify({ ...document, paths: {}, components: { schemas } }, (name, value) =>
    name === 'minItems' ? undefined : value,
  )
  const nodes = await openapiTS(text, {
    arrayLength: true, // the type of an empty list is `[]`
    defaultNonNullable: false, // a property with a default is optional
  })
  const types = tidyTypes(astToString(listSchemas(nodes).map(declareInterface)))
  return formatSource(`// Made from the OpenAPI document by \`npm run types\`.\n\n${types}`)
}

/** Returns whether a request or a response contains the schema. */
const refersTo = (content: object | undefined, name: string): boolean =>
  JSON.stringify(content ?? {}).includes(`schemas/${name}"`)

/** Returns a line for each path whose requests or responses contain the schema: `Body of POST, PUT /boats/{id}`. */
function describeUses(name: string, paths: ApiDocument['paths']): string {
  const listUses = (part: 'requestBody' | 'responses', label: string): readonly string[] =>
    Object.entries(paths).flatMap(([path, item]) => {
      const methods = Object.entries(item)
        .filter(([, operation]) => refersTo(operation[part], name))
        .map(([method]) => method)
      return methods.length > 0 ? [`${label} ${methods.join(', ').toUpperCase()} ${path}`] : []
    })
  return [...listUses('requestBody', 'Body of'), ...listUses('responses', 'Response to')].join('\n')
}

/**
 * Returns the query parameters of reads as schemas, named after the response (`BoatListQuery`, `BoatQuery`). Queries of
 * writes have none: they accept at most the parameters of reads.
 */
function createQuerySchemas(paths: ApiDocument['paths']): Readonly<Record<string, Schema>> {
  const schemas: Record<string, Schema> = {}
  for (const [path, item] of Object.entries(paths)) {
    const reads = Object.entries(item).filter(([, { requestBody }]) => !requestBody)
    const [read] = reads.map(([, operation]) => operation) // all have the same parameters
    if (!read) continue
    const noun = schemaName(read.operationId.replace(/^read|BySlug$/g, ''))
    const list = resources.find(
      ({ collection }) => noun === schemaName('list', schemaName(collection)),
    )
    const name = `${list ? schemaName(list.name, 'List') : noun}Query`
    const properties = read.parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, schema, description }) => [
        name,
        { ...schema, ...(description && { description }) },
      ])
    const use = `Query of ${reads.map(([method]) => method.toUpperCase()).join(', ')} ${path}`
    const description = [schemas[name]?.description, use].filter(Boolean).join('\n')
    schemas[name] = { type: 'object', properties: Object.fromEntries(properties), description }
  }
  return schemas
}

/** Returns the declarations of `components.schemas`. */
function listSchemas(nodes: readonly ts.Node[]): readonly ts.PropertySignature[] {
  const components = nodes
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === 'components')
  const schemas = components?.members.filter(ts.isPropertySignature)[0]?.type
  if (!schemas || !ts.isTypeLiteralNode(schemas)) throw new Error('the document has no schemas')
  return schemas.members.filter(ts.isPropertySignature)
}

function declareInterface(schema: ts.PropertySignature): ts.Node {
  const { name, type } = schema
  if (!type || !ts.isTypeLiteralNode(type) || !ts.isIdentifier(name))
    throw new Error('a schema is no object')
  const modifiers = [ts.factory.createModifier(ts.SyntaxKind.ExportKeyword)]
  return ts.setSyntheticLeadingComments(
    ts.factory.createInterfaceDeclaration(modifiers, name, undefined, undefined, type.members),
    ts.getSyntheticLeadingComments(schema),
  )
}

/** Replaces references by names, and removes the tags of comments that repeat the type. */
const tidyTypes = (text: string): string =>
  text
    .replace(/components\["schemas"\]\["(\w+)"\]/g, '$1')
    .replace(/^\}\n/gm, '}\n\n')
    .replace(/\{\s*\[key: string\]: (\w+);\s*\}/g, 'Record<string, $1>')
    .replace(/@description /g, '')
    .replace(/^( *\*) {5}/gm, '$1 ') // a further line of a description
    .replace(/^ *\* (?:@constant|@enum .*|Format: .*)\n/gm, '')
    .replace(/\/\*\*\n *\* (.*)\n *\*\//g, '/** $1 */')

/** Formats a module in the style of this project. */
function formatSource(text: string): string {
  const biome = fileURLToPath(new URL('../node_modules/@biomejs/biome/bin/biome', import.meta.url))
  const argv = [biome, 'format', `--stdin-file-path=${fileURLToPath(FILE)}`]
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, {
    input: text,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await writeFile(FILE, await generateWireTypes())
