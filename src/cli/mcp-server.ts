import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'
import { formatInvalidValue, invalidOption, OptionError } from '../contract/option-error.ts'
import { controlPath } from '../control/operation.ts'
import { Failure, formatReason, type Io, Unreachable } from './io.ts'
import { type Answer, request } from './remote.ts'

/** The time for an answer, in ms. Clients give up a call after a minute. */
const TIMEOUT = 20_000
/** The most characters of a result. Clients reject more than about 25,000 tokens. */
const MAX_CHARACTERS = 60_000

/** A running mock: its URL without a slash at the end, and the token of its control routes. */
interface Mock {
  readonly url: string
  readonly token: string | undefined
}

type Arguments = Readonly<Record<string, unknown>>

interface CallableTool extends Tool {
  /** Returns the text of the result. Throws an expected error if the result is an error. */
  call(args: Arguments): Promise<string>
}

/** Serves the tools of a mock over stdio until the client closes stdin and has its answers, or the program is stopped. */
export async function serveTools(
  mock: Mock,
  { version, io, stopped }: { version: string; io: Io; stopped: Promise<void> },
): Promise<void> {
  const { tools, instructions } = await loadTools(mock).catch((error) => {
    if (formatReason(error) !== undefined) throw error
    throw new Unreachable(`no calmock at ${mock.url}: its control routes are not described`)
  })
  const about = { name: 'calmock', version }
  const { track, settle } = trackPromises()
  const server = new Server(about, { capabilities: { tools: {} }, instructions })
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: tools.map(({ call: _, ...described }) => described),
  }))
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    const tool = tools.find(({ name }) => name === params.name)
    if (tool) return track(callTool(tool, params.arguments ?? {}))
    const names = tools.map(({ name }) => name)
    throw new McpError(ErrorCode.InvalidParams, formatInvalidValue('tool', params.name, names))
  })
  const ended = new Promise<void>((resolve) => process.stdin.once('end', resolve)).then(settle)
  await server.connect(new StdioServerTransport())
  io.stderr.write(`calmock: tools for the mock at ${mock.url}\n`)
  await Promise.race([ended, stopped])
  await server.close()
}

/** Collects promises. `settle` resolves when they are settled, and what follows at once is done, as the SDK's sending of an answer. */
function trackPromises() {
  const pending = new Set<Promise<unknown>>()
  return {
    track<T>(promise: Promise<T>): Promise<T> {
      pending.add(promise)
      return promise.finally(() => pending.delete(promise))
    },
    async settle() {
      await untilIdle() // a call that arrived with the end
      await Promise.allSettled(pending)
      await untilIdle()
    },
  }
}

const untilIdle = () => new Promise((resolve) => setImmediate(resolve))

async function callTool({ call, inputSchema }: CallableTool, args: Arguments) {
  try {
    const { properties = {}, required = [] } = inputSchema
    const unknown = Object.keys(args).filter((name) => !Object.hasOwn(properties, name))
    if (unknown.length > 0)
      throw invalidOption('arguments', unknown.join(', '), Object.keys(properties))
    const missing = required.filter((name) => args[name] === undefined)
    if (missing.length > 0) throw new OptionError(`missing arguments: ${missing.join(', ')}`)
    return toResult(await call(args))
  } catch (error) {
    const reason = formatReason(error)
    if (reason === undefined) throw error
    return { ...toResult(reason), isError: true }
  }
}

function toResult(text: string) {
  const kept = MAX_CHARACTERS - 200
  const cut = `\n… the first ${kept} of ${text.length} characters; ask for less, as with _fields, per_page or limit`
  const shown = text.length > MAX_CHARACTERS ? text.slice(0, kept) + cut : text
  return { content: [{ type: 'text' as const, text: shown }] }
}

interface Parameter {
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly required?: boolean
  readonly schema: object
}

/** An operation of an OpenAPI document, without references, and where it is. */
interface Operation {
  readonly path: string
  readonly method: string
  readonly operationId: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: {
    readonly content: Record<string, { schema: Partial<Tool['inputSchema']>; example?: object }>
  }
}

/** Creates the tools from the OpenAPI document of the mock's control routes, and a tool for its API. */
async function loadTools(mock: Mock) {
  const about = await readJson('/', mock)
  const document = await readJson('/openapi', mock)
  const sites = [about.sites].flat().map(({ url }) => url.replace(about.url, ''))
  const { '/openapi': _, ...paths } = inline(document.paths, document) // the tools are what it describes
  const operations = Object.entries<Record<string, Operation>>(paths).flatMap(
    ([path, { parameters: shared, ...methods }]) =>
      Object.entries(methods).map(([method, operation]): Operation => {
        const parameters = [shared, operation.parameters ?? []].flat() as Parameter[] // the path has parameters too
        return { ...operation, path, method: method.toUpperCase(), parameters }
      }),
  )
  const instructions = `A mock of an events calendar runs at ${mock.url} with the sites ${sites.join(', ')}. Point the app there, or call sendRequest. listRequests shows what the app sent, with notes about mistakes. Each tool acts on one world, a separate copy of all state; a request selects one by the header x-calmock-world or the prefix /~name of its path.`
  const tools = operations.map((operation) => createTool(operation, mock))
  return { tools: [createRequestTool(sites, mock), ...tools], instructions }
}

async function readJson(path: string, mock: Mock) {
  const { status, json } = await send(controlPath + path, { method: 'GET' }, mock)
  if (status === 401) throw new Failure(`${mock.url} requires its token: ${Object(json).message}`)
  if (status === 200 && typeof json === 'object') return Object(json)
  throw new Unreachable(`no calmock at ${mock.url}: its control route ${path} returned ${status}`)
}

/** Replaces the references in a part of a document by the parts that they name. */
const inline = (part: unknown, document: object) =>
  JSON.parse(JSON.stringify(part), (_, value) => {
    if (!value?.$ref) return value
    const [, ...keys]: string[] = value.$ref.split('/')
    return inline(
      keys.reduce<object>((at, key) => Object(at)[key], document),
      document,
    )
  })

/** Creates the tool of an operation. Its arguments are the parameters, and the properties of the body. */
function createTool(operation: Operation, mock: Mock): CallableTool {
  const { operationId, method, parameters, requestBody } = operation
  const { schema, example = {} } = requestBody?.content['application/json'] ?? { schema: {} }
  const described = parameters.map(({ name, description, schema }) => [
    toArgument(name),
    { ...schema, ...(description && { description }), ...describeWorld(toArgument(name)) },
  ])
  const required = parameters.filter(({ required }) => required).map(({ name }) => name)
  const shown = Object.keys(example).length > 0 ? ` Example: ${JSON.stringify(example)}` : ''
  return {
    name: operationId,
    description: operation.description + shown,
    inputSchema: {
      type: 'object',
      properties: { ...Object.fromEntries(described), ...schema.properties },
      required: [...required, ...(schema.required ?? [])],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: method === 'GET', openWorldHint: false },
    async call(args) {
      const { status, json, text } = await send(...toRequest(operation, args), mock)
      if (status < 300) return text || 'Done.'
      throw new Failure(`${status}: ${Object(json).message ?? text}`)
    },
  }
}

function toRequest({ path, method, parameters, requestBody }: Operation, args: Arguments) {
  const listIn = (place: string): string[][] =>
    parameters
      .filter((one) => one.in === place && args[toArgument(one.name)] !== undefined)
      .map(({ name }) => [name, toText(args[toArgument(name)])])
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(toText(args[name])))
  const others = new Set(parameters.map(({ name }) => toArgument(name)))
  const body = Object.fromEntries(Object.entries(args).filter(([name]) => !others.has(name)))
  const query = `?${new URLSearchParams(listIn('query'))}`.replace(/^\?$/, '')
  return [
    controlPath + filled + query,
    {
      method,
      headers: Object.fromEntries(listIn('header')),
      ...(requestBody && { body: JSON.stringify(body) }),
    },
  ] as const
}

/** Returns the name of the argument for a parameter: `world` for the header `x-calmock-world`. */
const toArgument = (name: string): string => name.replace('x-calmock-', '')

/** The name of a world selects it in a call of a tool: a call lacks an address with a prefix. */
const describeWorld = (name: string): object =>
  name === 'world' ? { description: 'The name of the world. Default: default.' } : {}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value)

/** Headers about the connection and the page, which say nothing about an answer. */
const setAside =
  /^(access-control-.*|connection|date|keep-alive|transfer-encoding|vary|x-content-type-options|x-robots-tag)$/

/** Creates the tool that sends a request to the API. Its result is the response, whatever its status. */
function createRequestTool(sites: readonly string[], mock: Mock): CallableTool {
  const text = (description: string) => ({ type: 'string', description })
  return {
    name: 'sendRequest',
    description: `Sends a request to the events API at ${mock.url}, and returns the response; its header X-Calmock-Notes says what was probably wrong with the request. GET ${sites[0]}/doc describes all routes (OpenAPI, long). In lists, _fields=events.id,events.title,total returns only these fields.`,
    inputSchema: {
      type: 'object',
      properties: {
        path: text(`The path with its query, such as ${sites[0]}/events?search=jazz&per_page=3.`),
        method: { ...text('Default: GET.'), enum: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
        body: { type: 'object', description: 'The body, sent as JSON.' },
        headers: { type: 'object', additionalProperties: { type: 'string' } },
        world: { type: 'string', ...describeWorld('world') },
      },
      required: ['path'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, openWorldHint: false },
    async call({ path, method = 'GET', body, headers, world }) {
      const below = toText(path).replace(mock.url, '')
      if (!below.startsWith('/')) throw invalidOption('path', path, `a path such as ${sites[0]}`)
      const names = { ...(world !== undefined && { 'x-calmock-world': toText(world) }) }
      const init = {
        method: toText(method),
        headers: { ...Object(headers), 'x-calmock-explain': '1', ...names },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }
      const { status, headers: received, text } = await send(below, init, mock)
      const lines = [...received]
        .filter(([name]) => !setAside.test(name))
        .map(([name, value]) => `${name}: ${value}`)
      return [`HTTP ${status}`, ...lines, '', text].join('\n')
    },
  }
}

/** Sends a request to the mock, with its token if it goes to a control route. */
function send(path: string, init: RequestInit, { url, token }: Mock): Promise<Answer> {
  const authorization = token && path.startsWith(controlPath) && `Bearer ${token}`
  const headers = { ...init.headers, ...(authorization && { authorization }) }
  return request(fetch, url + path, { ...init, headers, signal: AbortSignal.timeout(TIMEOUT) })
}
