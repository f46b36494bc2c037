import { neutralPreset, type Preset, presets } from '../../contract/presets.ts'
import { defaultSites, defaultWorld } from '../../contract/site.ts'
import { findFault } from '../../faults/fault-kind.ts'
import { pickRecordOptions, type RecordOptions } from '../../options/mock-options.ts'
import { formatCurl } from '../../request-log/curl.ts'
import type { LoggedRequest } from '../../request-log/logged-request.ts'
import type { Api } from '../api.ts'
import type { SiteInfo } from '../app.ts'

export const snippetKinds = {
  curl: 'curl',
  fetch: 'fetch',
  playwright: 'Playwright test',
  vitest: 'Vitest test',
} as const

type SnippetKind = keyof typeof snippetKinds
type SentRequest = ReturnType<typeof readSentRequest>
/** An entry of the request log with the settings of its mock. */
type SnippetInput = { entry: LoggedRequest; setup: Awaited<ReturnType<typeof loadSetup>> }
type Site = Pick<SiteInfo, 'language' | 'path'>

/** Loads the settings of the mock and of the chosen world, which a snippet needs to repeat a request. */
export async function loadSetup(api: Api, sites: readonly Site[], entry: LoggedRequest) {
  type Route = { endpoints: readonly { args: { per_page?: { default: number } } }[] }
  type Snapshot = RecordOptions &
    Record<'scenario' | 'anchor' | 'now', string> & { records: object }
  const [{ path, language } = { path: '', language: '' }] = sites
  const [snapshot, { namespace, routes }, { faults }] = await Promise.all([
    api.control<Snapshot>('GET', 'world'),
    api.json<{ namespace: string; routes: Record<string, Route> }>({ method: 'GET', path }),
    api.control<{ faults: readonly string[] }>('GET', 'faults'),
  ])
  const root = path.slice(0, -namespace.length - 1).split('/')
  if (root.includes(language)) root[root.indexOf(language)] = ':site'
  return {
    base: new URL(api.root), // without a world
    sites: sites.map(({ language }) => language),
    root: root.join('/') || '/',
    namespace,
    perPage: routes[`/${namespace}/events`]?.endpoints[0]?.args.per_page?.default,
    recordOptions: pickRecordOptions(snapshot),
    scenario: entry.requestHeaders['x-calmock-scenario'] ?? snapshot.scenario,
    anchor: snapshot.anchor.replace('.000Z', 'Z'), // the dates of the records are relative to it
    now: (entry.requestHeaders['x-calmock-now'] ?? snapshot.now).replace('.000Z', 'Z'),
    isModified: Object.keys(snapshot.records).length > 0, // a new mock does not have these records
    hasFaults: faults.length > 0, // a repeated request could get them
  }
}

/** The text in a snippet in place of a credential, which the log does not contain. */
const CREDENTIAL = 'REPLACE_ME'
const replaceCredentials = (text: string): string =>
  text.replace(/\[redacted\]|%5bredacted%5d/gi, CREDENTIAL)

/** Headers that the client adds by itself, and headers that name the world. */
const omitted =
  /^(accept-encoding|cookie|cache-control|connection|content-length|dnt|expect|host|if-(modified-since|none-match)|keep-alive|origin|pragma|priority|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade.*|user-agent|via|x-calmock-(world|token|pictures|explain))$/i

/** Returns the request of an entry as it is sent again, with the credentials replaced. The path is without the world. */
export function readSentRequest({ entry, setup: { base } }: SnippetInput) {
  const { pathname, search } = new URL(entry.url)
  const folder = base.pathname.replace(/\/$/, '')
  const path = pathname.slice(folder.length).replace(/^\/~[^/]+/, '') + replaceCredentials(search)
  const headers = Object.entries(entry.requestHeaders)
    .filter(([name, value]) => !omitted.test(name) && !/^\*(\/\*)?$/.test(value)) // `*` accepts all
    .map(([name, value]) => [name, replaceCredentials(value)])
  return {
    method: entry.method,
    path,
    url: `${base.origin}${folder}${entry.world === 'default' ? '' : `/~${entry.world}`}${path}`,
    headers: Object.fromEntries(headers) as Readonly<Record<string, string>>,
    body: entry.requestBody && replaceCredentials(entry.requestBody),
  }
}

/** Returns the request of an entry as a command for a shell, or as code. Commands and code use the running mock, and tests use a new mock. */
export function createSnippet(kind: SnippetKind, input: SnippetInput): string {
  const { entry, setup } = input
  const { truncated = [], fault = setup.hasFaults ? 'none' : '', delay = 0 } = entry
  const sent = readSentRequest(input)
  const repeat = {
    'x-calmock-scenario': setup.scenario,
    'x-calmock-now': setup.now,
    ...(fault && { 'x-calmock-fault': fault }),
    ...(delay && { 'x-calmock-delay': String(delay) }),
  }
  const repeated = { ...sent, headers: { ...repeat, ...sent.headers } }
  const request = kind === 'curl' || kind === 'fetch' ? repeated : sent
  const isCurl = kind === 'curl'
  const text = isCurl ? createCommand(entry, request) : createCode(kind, input, request)
  const isCut = !isCurl && truncated.some((part) => !part.startsWith('response')) // curl has its own comment
  const mark = isCurl ? '#' : '//'
  return keepLines([
    text.includes(CREDENTIAL) && `${mark} Replace ${CREDENTIAL}: the log contains no credentials.`,
    isCut && '// The request is longer: the log has only its start.',
    text,
  ]).join('\n')
}

const keepLines = (lines: readonly (string | false)[]) => lines.filter((line) => line !== false)

function createCommand(entry: LoggedRequest, { url, headers, body = '' }: SentRequest): string {
  const lacksBody = Number(entry.requestHeaders['content-length'] ?? 0) > 0 && !entry.requestBody
  return formatCurl({ ...entry, url, requestHeaders: headers, requestBody: body, lacksBody })
}

/** Returns code for a kind. The kinds differ in what is around the statements, and in the client. */
function createCode(kind: SnippetKind, input: SnippetInput, request: SentRequest): string {
  const { entry, setup } = input
  const { delay = 0, site, status } = entry
  const received = status === 0 ? 'nothing' : findFault(entry.fault)?.receives
  const isBroken = received === 'broken'
  const isLost = received === 'nothing'
  const isRead = !isLost && !isBroken
  const isVitest = kind === 'vitest'
  const origin = isVitest && site ? setup.base.origin : ''
  const address = kind === 'fetch' ? request.url : origin + request.path
  const client = isVitest && !site ? 'mock.fetch' : 'fetch' // interception does not apply outside the sites
  const callee = kind === 'playwright' ? 'request.fetch' : client
  const call = formatCall(callee, address, isLost ? 3000 : 0, request)
  const title = formatTitle(entry)
  if (kind === 'fetch') {
    const after = isLost ? '.catch((error: Error) => error.name)' : ''
    const shown = isLost ? 'response' : 'response.status, await response.text()'
    return `// ${title.replace(unsafe, '\ufffd')}\nconst response = await ${call}${after}\nconsole.log(${shown})\n`
  }
  const clock = setup.now !== setup.anchor && `clock.set(${formatText(setup.now)})`
  const properties = isRead && (findProperties(input) ?? false)
  const json = isBroken ? '.then((response) => response.json())' : ''
  const statements = keepLines([
    !isVitest && delay > 20_000 && `test.setTimeout(${delay + 10_000})`,
    clock && `${isVitest ? 'mock' : 'await calmock'}.${clock}`,
    !isVitest && '// the requests of `page` to any host get the same response',
    !isRead && `await expect(${call}${json}).rejects.toThrow()`,
    isRead && `const response = await ${call}`,
    isRead && `expect(response.status${isVitest ? '' : '()'}).toBe(${status})`,
    properties && `expect(await response.json()).toMatchObject(${formatLiteral(properties)})`,
  ]).map((statement) => `  ${statement.replaceAll('\n', '\n  ')}`)
  const options = formatLiteral(createOptions(input))
  const mock = clock || !site ? 'const mock = ' : ''
  return keepLines([
    isVitest && `import { useCalmock } from 'calmock/vitest'`,
    `import { expect, test } from '${isVitest ? 'vitest' : 'calmock/playwright'}'\n`,
    isVitest
      ? `${mock}useCalmock(${options.replace(/^{}$/, '')})\n`
      : `test.use({ calmockOptions: ${options} })\n`,
    `test(${formatText(title)}, async (${isVitest ? '' : '{ calmock, request }'}) => {`,
    ...statements,
    isVitest && delay > 3000 ? `}, ${delay + 5000})\n` : '})\n', // the default of Vitest is 5 s
  ]).join('\n')
}

/** Returns a title for a snippet: `GET /events?page=3 (503)`. */
function formatTitle({ method, path, url, fault, status }: LoggedRequest): string {
  const { pathname, searchParams } = new URL(url)
  const query = [...searchParams].map((pair, n) => `${n ? '&' : '?'}${pair.join('=')}`).join('')
  return `${method} ${path ?? pathname}${replaceCredentials(query)} (${fault ?? status})`
}

/**
 * Returns the options that make a new mock repeat the response of an entry, without defaults. Options
 * that the mock does not show are missing: `maxPerPage`, `timezone`, `geolocation`, `tickets`, `strict`, `auth`.
 */
function createOptions({ entry, setup }: SnippetInput): object {
  const { sites, root, namespace, perPage, recordOptions, scenario, anchor } = setup
  const [preset] = ['the-events-calendar'] as const
  const hasPreset = namespace === presets[preset].namespace
  const standard: Preset = hasPreset ? presets[preset] : neutralPreset
  const standardRoot = sites.length === 1 ? standard.singleRoot : standard.root
  const defaults = { ...defaultWorld, ...standard, sites: defaultSites, root: standardRoot }
  const { method, url, path, fault, delay } = entry
  const query = [...new URL(url).searchParams].filter(([, value]) => value !== '[redacted]')
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  const findRoute = () => (path === undefined ? '*' : encodeURI(decodeURI(path)) + search)
  const rule = fault && `${method} ${findRoute()} ${fault}`
  const site = { preset: hasPreset ? preset : undefined, sites, root, namespace, perPage }
  const world = { ...recordOptions, scenario, now: anchor, fault: rule, delay: delay || undefined }
  const isChanged = ([name, value]: [string, unknown]): boolean =>
    value !== undefined && String(value) !== String(Object(defaults)[name])
  return Object.fromEntries(Object.entries({ ...site, ...world }).filter(isChanged))
}

/** Returns the code of an error, the total of a list or the ID of a record. */
function findProperties({ entry, setup }: SnippetInput): object | undefined {
  const { code, total, id } = Object(parseJson(entry.responseBody))
  if (entry.method === 'HEAD') return undefined
  if (typeof code === 'string') return { code }
  if (setup.isModified || entry.method !== 'GET') return undefined
  if (typeof total === 'number') return { total }
  return typeof id === 'number' ? { id } : undefined
}

/** Returns the value of a text in JSON, or undefined. */
export function parseJson(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns a call as an expression, with the time in ms after which the client gives up, if it gives up. */
function formatCall(callee: string, url: string, ms: number, sent: SentRequest): string {
  const { method, headers, body } = sent
  const isPlaywright = callee === 'request.fetch'
  const value = parseJson(body)
  const isJson = typeof value === 'object' && value && JSON.stringify(value) === body
  const text = isJson ? `JSON.stringify(${formatLiteral(value)})` : formatText(body ?? '')
  const sendsBody = Boolean(body) && (isPlaywright || !/^(GET|HEAD)$/.test(method))
  const properties = keepLines([
    method !== 'GET' && `method: ${formatText(method)}`,
    Object.keys(headers).length > 0 && `headers: ${formatLiteral(headers)}`,
    sendsBody && `${isPlaywright ? 'data' : 'body'}: ${text}`,
    ms > 0 && (isPlaywright ? `timeout: ${ms}` : `signal: AbortSignal.timeout(${ms})`),
  ])
  const lines = properties.map((property) => `  ${property.replaceAll('\n', '\n  ')},\n`).join('')
  return `${callee}(${isPlaywright ? 'calmock.url + ' : ''}${formatText(url)}${lines && `, {\n${lines}}`})`
}

/** Characters that editors hide, or that reorder the text around them. The two joiners are letters of Hindi and other languages. */
const unsafe = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** Returns a text as a string literal in single quotes. */
const formatText = (text: string): string =>
  `'${JSON.stringify(text)
    .slice(1, -1)
    .replace(/\\.|'/g, (found) => (found === '\\"' ? '"' : found === "'" ? "\\'" : found))
    .replace(unsafe, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`)}'`

/** Returns a JSON value as an expression, in lines of about 100 characters. */
function formatLiteral(value: unknown): string {
  if (typeof value === 'string') return formatText(value)
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : `${value}`
  const isList = Array.isArray(value)
  const items = Object.entries(value).map(([key, item]) => {
    const name = /^[a-z_$][\w$]*$/i.test(key) ? key : formatText(key)
    const safe = key === '__proto__' ? `['${key}']` : name // the plain key would set the prototype
    return (isList ? '' : `${safe}: `) + formatLiteral(item)
  })
  const [open, close] = isList ? '[]' : '{}'
  const line = items.join(', ')
  if (line === '') return `${open}${close}`
  if (line.length <= 70 && !line.includes('\n')) return isList ? `[${line}]` : `{ ${line} }`
  const lines = items.map((item) => `  ${item.replaceAll('\n', '\n  ')},\n`)
  return `${open}\n${lines.join('')}${close}`
}
