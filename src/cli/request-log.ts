import { styleText } from 'node:util'
import { terminalControls } from '../contract/format-message.ts'
import { isControlPath } from '../control/operation.ts'
import type { MockRequest } from '../engine/http-message.ts'
import type { RequestLogEntry } from '../http/listener.ts'
import type { ListenOptions } from '../http/server.ts'
import { Redactor } from '../request-log/redact.ts'
import { parseWorldPath, readWorldName } from '../world/address.ts'
import type { Eviction } from '../world/worlds.ts'
import { formatJson, type Io } from './io.ts'
import type { Flags } from './option-flags.ts'

/** A completed request, with the world that it names. */
interface LogLine extends RequestLogEntry {
  readonly world?: string
}

/** Returns the function that logs a request, or undefined if the log is off. The dashboard's own requests are left out. */
export function createLogger(
  { stderr, env }: Pick<Io, 'stderr' | 'env'>,
  { logFormat: format, quiet }: Pick<Flags, 'logFormat' | 'quiet'>,
): ListenOptions['onResponse'] {
  if (format === 'off') return undefined
  const isColored = Boolean(stderr.isTTY) && !env.NO_COLOR
  return (entry, request) => {
    const [path = ''] = entry.url.split('?')
    const target = parseWorldPath(path)
    const isExpected = entry.status < 400 && !entry.fault && !entry.reason
    if ((quiet && isExpected) || isOwn(target.path, request)) return
    const world = target.world ?? readWorldName(request)
    const redactor = new Redactor()
    const url = redactor.redactUrl(entry.url)
    if (entry.reason && request.body) redactor.redactBody(new TextDecoder().decode(request.body))
    const reason = entry.reason && redactor.redactResponse(entry.reason)
    const logged = {
      ...entry,
      url,
      ...(world !== undefined && { world }),
      ...(reason && { reason }),
    }
    stderr.write(`${format === 'json' ? formatEntry(logged) : formatPretty(logged, isColored)}\n`)
  }
}

/** Returns whether a request asks not to be logged, or a browser sent it to `/` or a control path, from the dashboard or the address bar. */
function isOwn(path: string, { header }: Pick<MockRequest, 'header'>): boolean {
  const isOfPage = /^(none|same-origin)$/.test(header('sec-fetch-site') ?? '')
  return header('x-calmock-log') === 'none' || (isOfPage && (path === '/' || isControlPath(path)))
}

/** Returns the function that logs the worlds that the mock evicts, or undefined if the log is off. */
export function createEvictionLogger(
  { stderr }: Pick<Io, 'stderr'>,
  format: Flags['logFormat'],
): ((eviction: Eviction) => void) | undefined {
  if (format === 'off') return undefined
  return (eviction) => {
    const text = format === 'json' ? JSON.stringify(eviction) : describeEviction(eviction)
    stderr.write(`${text}\n`)
  }
}

function describeEviction({ world, reason, modified }: Eviction): string {
  const cause = reason === 'idle' ? '--world-idle' : '--max-worlds'
  const changes = modified ? 'its changes are lost, and it returns 410' : 'it had no changes'
  return `calmock: evicted the world ${world} (${cause}): ${changes}`
}

const formatEntry = (entry: LogLine): string =>
  formatJson({ event: 'request', ...entry, ms: Number(entry.ms.toFixed(1)) })

function formatPretty(entry: LogLine, isColored: boolean): string {
  const { method, url, status, ms, world, reason, fault, notes = [] } = entry
  const paint = (color: Color, text: string): string =>
    isColored ? styleText(color, text, { validateStream: false }) : text
  const parts = [
    paint('bold', method),
    decodeUrl(url),
    paint(chooseColor(status), String(status)),
    paint('dim', `${ms.toFixed(1)} ms`),
    ...(world === undefined ? [] : [paint('cyan', `world ${escapeControls(world)}`)]),
    ...(fault === undefined ? [] : [paint('red', `fault ${fault}`)]),
    ...(notes.length === 0 ? [] : [paint('dim', `(${notes.join(', ')})`)]),
    ...(reason === undefined ? [] : [paint('yellow', escapeControls(reason))]),
  ]
  return parts.join(' ')
}

type Color = Extract<Parameters<typeof styleText>[0], string>

function chooseColor(status: number): Color {
  if (status >= 500 || status === 0) return 'red'
  if (status >= 400) return 'yellow'
  return status >= 300 ? 'cyan' : 'green'
}

function decodeUrl(url: string): string {
  try {
    return escapeControls(decodeURI(url))
  } catch {
    return escapeControls(url)
  }
}

const escapeControls = (text: string): string =>
  text.replace(terminalControls, (char) => encodeURIComponent(char))
