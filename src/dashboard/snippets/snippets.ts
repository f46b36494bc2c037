import { neutralPreset, type Preset, presets } from '../../contract/presets.ts'
import { defaultSites, defaultWorld } from '../../contract/site.ts'
import { findFault } from '../../faults/fault-kind.ts'
import { formatCurl } from '../../request-log/curl.ts'
import {
  CREDENTIAL,
  createUrl,
  readSentRequest,
  type SentRequest,
  type SnippetInput,
} from './sent-request.ts'

/** The kinds of snippets with their names. */
export const snippetKinds = {
  curl: 'curl',
  fetch: 'fetch',
  playwright: 'Playwright test',
  vitest: 'Vitest test',
} as const

export type SnippetKind = keyof typeof snippetKinds

/** Returns the request of an entry as a command for a shell, or as code. */
export function createSnippet(kind: SnippetKind, input: SnippetInput): string {
  const sent = readSentRequest(input)
  if (kind === 'curl' || kind === 'fetch') {
    const request = { ...sent, headers: { ...sent.headers, ...createRepeatHeaders(input) } }
    return kind === 'curl' ? createCommand(input, request) : createCode(input, request)
  }
  const isVitest = kind === 'vitest'
  const { start, test, steps, call, end } = (isVitest ? writeVitest : writePlaywright)(input, sent)
  const lines = [...steps, ...createChecks(input, call)].map((line) => `  ${line}\n`)
  return `${formatNotes('//', sent)}${start}

test(${formatText(sent.title)}, async (${test}) => {
${lines.join('')}}${end})
`
}

/** Returns a command that sends a request to the running mock. */
function createCommand({ entry, setup }: SnippetInput, request: SentRequest): string {
  const { method, headers, body } = request
  const command = formatCurl({
    method,
    url: createUrl(setup.base, request),
    world: entry.world,
    requestHeaders: headers,
    ...(body && { requestBody: body }),
    ...(entry.truncated && { truncated: entry.truncated }),
    lacksBody:
      Number(entry.requestHeaders['content-length'] ?? 0) > 0 && entry.requestBody === undefined,
  })
  return formatNotes('#', request) + command
}

/** Returns code that sends a request to the running mock and prints the response. */
function createCode(input: SnippetInput, request: SentRequest): string {
  const fails = hasNoResponse(input)
  const url = formatText(createUrl(input.setup.base, request))
  const call = `await ${formatCall({ callee: 'fetch', url, request, indent: 0 }, fails ? 5000 : 0)}`
  const statements = fails
    ? `const result = ${call}.catch((error: Error) => error.name)\nconsole.log(result)\n`
    : `const response = ${call}\nconsole.log(response.status, await response.text())\n`
  return `${formatNotes('//', request)}// ${formatComment(request.title)}\n${statements}`
}

/** Returns the headers that make a running mock repeat the response of an entry. */
function createRepeatHeaders({ entry, setup }: SnippetInput): Record<string, string> {
  const { fault = setup.hasFaults ? 'none' : undefined, delay } = entry
  const sent = new Set(Object.keys(entry.requestHeaders).map((name) => name.toLowerCase()))
  const headers = {
    'x-calmock-scenario': setup.scenario,
    'x-calmock-now': setup.now,
    ...(fault !== undefined && { 'x-calmock-fault': fault }),
    ...(delay && { 'x-calmock-delay': String(delay) }),
  }
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !sent.has(name)))
}

/** Returns the parts of a test that differ between the runners. */
function writeVitest(input: SnippetInput, request: SentRequest) {
  const { entry, setup } = input
  const { delay = 0 } = entry
  const world = request.world ? `mock.world(${formatText(request.world)})` : 'mock'
  const call =
    entry.site === undefined // interception does not apply outside the sites
      ? { callee: `${world}.fetch`, url: formatText(request.path) }
      : { callee: 'fetch', url: formatText(createUrl(new URL(setup.base).origin, request)) }
  const steps = formatClock(input, `${world}.clock`)
  const options = formatLiteral(createOptions(input), 0, 26)
  const start = `import { useCalmock } from 'calmock/vitest'
import { expect, test } from 'vitest'

${steps.length > 0 || call.callee !== 'fetch' ? 'const mock = ' : ''}useCalmock(${options === '{}' ? '' : options})`
  const end = delay > 3000 && !hasNoResponse(input) ? `, ${delay + 5000}` : '' // the default is 5 s
  return { start, test: '', steps, call: { ...call, request, indent: 2 }, end }
}

function writePlaywright(
  input: SnippetInput,
  request: SentRequest,
): ReturnType<typeof writeVitest> {
  const { delay = 0 } = input.entry
  const start = `import { expect, test } from 'calmock/playwright'

test.use({ calmockOptions: ${formatLiteral(createOptions(input), 0, 28)} })`
  const steps = [
    ...(delay > 20_000 && !hasNoResponse(input) ? [`test.setTimeout(${delay + 10_000})`] : []),
    ...formatClock(input, 'await calmock.clock'),
    '// the requests of `page` to any host get the same response',
  ]
  const url = formatTemplate('calmock.url', request.path)
  const call = { callee: 'request.fetch', url, request, indent: 2 }
  return { start, test: '{ calmock, request }', steps, call, end: '' }
}

/** Returns the statement that sets a clock, if the one of the world was moved after its records were generated. */
const formatClock = ({ setup: { now, anchor } }: SnippetInput, clock: string): readonly string[] =>
  now === anchor ? [] : [`${clock}.set(${formatText(now)})`]

/**
 * Returns the options that make a new mock repeat the response of an entry, without those that are the default. Those
 * that the mock does not show are missing: `maxPerPage`, `timezone`, `geolocation`, `tickets`, `strict`, `auth`.
 */
function createOptions({ entry, setup }: SnippetInput): Readonly<Record<string, unknown>> {
  const { sites, root, namespace, perPage, recordOptions, scenario, anchor } = setup
  const preset = 'the-events-calendar'
  const hasPreset = namespace === presets[preset].namespace
  const defaults: Preset = hasPreset ? presets[preset] : neutralPreset
  const { delay, fault } = entry
  const standard: Readonly<Record<string, unknown>> = defaultWorld
  const changedOptions = Object.entries(recordOptions).filter(
    ([name, value]) => value !== standard[name],
  )
  return {
    ...(hasPreset && { preset }),
    ...(sites.join() !== defaultSites.join() && { sites }),
    ...(root !== (sites.length === 1 ? defaults.singleRoot : defaults.root) && { root }),
    ...(namespace !== defaults.namespace && { namespace }),
    ...(perPage !== defaults.perPage && { perPage }),
    ...Object.fromEntries(changedOptions),
    ...(scenario !== defaultWorld.scenario && { scenario }),
    ...(anchor !== defaultWorld.now && { now: anchor }),
    ...(fault !== undefined && { fault: createFaultRule(entry) }),
    ...(delay && { delay }),
  }
}

/** Returns the rule of the fault of an entry, for this request: `GET /events?page=3 503`. */
function createFaultRule({ method, url, path, fault }: SnippetInput['entry']): string {
  const query = [...new URL(url).searchParams].filter(([, value]) => value !== '[redacted]')
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const route = path === undefined ? '*' : encodeURI(decodeURI(path)) + search
  return `${method} ${route} ${fault}`
}

const hasNoResponse = ({ entry: { status, fault } }: SnippetInput): boolean =>
  status === 0 || findFault(fault)?.receives === 'nothing'

/** Returns the statements of a test that send a request and check its response. */
function createChecks(input: SnippetInput, call: Call): readonly string[] {
  const { fault, status } = input.entry
  if (hasNoResponse(input)) return [`await expect(${formatCall(call, 1000)}).rejects.toThrow()`]
  if (findFault(fault)?.receives === 'broken') {
    const read = `${formatCall(call)}.then((response) => response.json())`
    return [`await expect(${read}).rejects.toThrow()`]
  }
  const properties = findProperties(input)
  return [
    `const response = await ${formatCall(call)}`,
    `expect(response.status${call.callee === 'request.fetch' ? '()' : ''}).toBe(${status})`,
    ...(properties
      ? [`expect(await response.json()).toMatchObject(${formatLiteral(properties)})`]
      : []),
  ]
}

/** Returns the code of an error, the total of a list or the ID of a record. */
function findProperties({ entry, setup }: SnippetInput): object | undefined {
  const body = parseJson(entry.responseBody)
  if (typeof body !== 'object' || body === null || entry.method === 'HEAD') return undefined
  if ('code' in body && typeof body.code === 'string') return { code: body.code }
  if (setup.isModified || entry.method !== 'GET') return undefined
  if ('total' in body && typeof body.total === 'number') return { total: body.total }
  if ('id' in body && typeof body.id === 'number') return { id: body.id }
  return undefined
}

/** Returns the value of a text in JSON, or undefined. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Call {
  readonly callee: string
  /** The URL as an expression. */
  readonly url: string
  readonly request: SentRequest
  /** The number of spaces before the statement. */
  readonly indent: number
}

/** Returns a call as an expression, with the time in ms after which the client gives up, if there is one. */
function formatCall({ callee, url, request, indent }: Call, timeout = 0): string {
  const { method, headers, body } = request
  const isPlaywright = callee === 'request.fetch'
  const sendsBody = body !== undefined && (isPlaywright || !/^(GET|HEAD)$/.test(method))
  const properties = [
    ...(method === 'GET' ? [] : [`method: ${formatText(method)}`]),
    ...(Object.keys(headers).length > 0
      ? [`headers: ${formatLiteral(headers, indent + 2, 60)}`]
      : []),
    ...(sendsBody ? [`${isPlaywright ? 'data' : 'body'}: ${formatBody(body, indent + 2)}`] : []),
    ...(timeout
      ? [isPlaywright ? `timeout: ${timeout}` : `signal: AbortSignal.timeout(${timeout})`]
      : []),
  ]
  const space = ' '.repeat(indent)
  const lines = properties.map((property) => `${space}  ${property},\n`).join('')
  return `${callee}(${url}${lines && `, {\n${lines}${space}}`})`
}

/** Returns a body as an expression: JSON as an object, where that gives the same text. */
function formatBody(body: string, indent: number): string {
  const value = parseJson(body)
  return typeof value === 'object' && value !== null && JSON.stringify(value) === body
    ? `JSON.stringify(${formatLiteral(value, indent, indent + 21)})`
    : formatText(body)
}

/**
 * Characters that a string literal cannot contain, that editors hide, or that reorder the text around them.
 * The two joiners are letters of Hindi and other languages.
 */
const unsafe = /[\\']|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}

/** Returns a text as a string literal in single quotes. */
const formatText = (text: string): string => `'${escapeText(text)}'`
const escapeText = (text: string): string =>
  text.replace(unsafe, (char) => escapes[char] ?? `\\u{${char.codePointAt(0)?.toString(16)}}`)

/** Returns a template literal of an expression and the text after it. */
export const formatTemplate = (expression: string, text: string): string =>
  `\`\${${expression}}${escapeText(text)
    .replaceAll("\\'", "'")
    .replace(/`|\$\{/g, '\\$&')}\``

/** Returns a text as the rest of a comment of one line. */
export const formatComment = (text: string): string =>
  text.replace(unsafe, (char) => (char === "'" || char === '\\' ? char : '�'))
const WIDTH = 100

/**
 * Returns a JSON value as a JavaScript expression, in the style of this project's examples. `indent` is the
 * number of spaces before its first line; `used` is the width of the text before it on that line.
 */
export function formatLiteral(value: unknown, indent = 0, used = indent): string {
  if (typeof value === 'string') return formatText(value)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : `${value}`
  const oneLine = formatOneLine(value)
  if (oneLine.length + used <= WIDTH && !oneLine.includes('\n')) return oneLine
  const inner = ' '.repeat(indent + 2)
  const lines = Array.isArray(value)
    ? value.map((item) => `${inner}${formatLiteral(item, indent + 2)},`)
    : Object.entries(value).map(([key, item]) => {
        const start = `${inner}${formatKey(key)}: `
        return `${start}${formatLiteral(item, indent + 2, start.length)},`
      })
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return [open, ...lines, `${' '.repeat(indent)}${close}`].join('\n')
}

function formatOneLine(value: unknown): string {
  if (typeof value !== 'object' || value === null) return formatLiteral(value)
  if (Array.isArray(value)) return `[${value.map(formatOneLine).join(', ')}]`
  const entries = Object.entries(value)
  if (entries.length === 0) return '{}'
  return `{ ${entries.map(([key, item]) => `${formatKey(key)}: ${formatOneLine(item)}`).join(', ')} }`
}

/** Returns the key of a property. `__proto__` as a plain key would set the prototype. */
function formatKey(key: string): string {
  if (key === '__proto__') return "['__proto__']"
  return /^[a-z_$][\w$]*$/i.test(key) ? key : formatText(key)
}

/** Returns comments of one line each, if a request has credentials or, for code, is truncated. */
const formatNotes = (mark: '#' | '//', request: SentRequest): string =>
  (request.hasCredentials
    ? `${mark} Replace ${CREDENTIAL}: the log contains no credentials.\n`
    : '') +
  (request.isTruncated && mark === '//'
    ? '// The request is longer: the log has only its start.\n'
    : '')
