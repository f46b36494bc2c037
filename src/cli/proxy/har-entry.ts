import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import { type ForwardedExchange, MAX_COLLECTED_BYTES } from '../../http/forward.ts'
import { removeHopByHop } from '../../http/forward-headers.ts'
import { Redactor } from '../../request-log/redact.ts'
import type { HarEntry, HarHeader } from './har-file.ts'

/** The codings of bodies that `toHarEntry` can decode. A decoded body has the limit of a collected one. */
export const decoders: Readonly<Record<string, (body: Buffer) => Buffer>> = {
  gzip: (body) => gunzipSync(body, limit),
  'x-gzip': (body) => gunzipSync(body, limit),
  deflate: (body) => inflateSync(body, limit),
  br: (body) => brotliDecompressSync(body, limit),
}

const limit = { maxOutputLength: MAX_COLLECTED_BYTES }

/**
 * Returns an exchange as an entry of HAR 1.2: without credentials, and with a decoded body. Throws if the body
 * cannot be decoded.
 */
export function toHarEntry(exchange: ForwardedExchange): HarEntry {
  const redactor = new Redactor()
  const { method, status, statusText, httpVersion, startedAt, ms } = exchange
  const request = redactRequest({ url: exchange.url, body: exchange.requestBody }, redactor)
  const requestHeaders = toHarHeaders(exchange.requestHeaders, redactor)
  const headers = toHarHeaders(exchange.responseHeaders, redactor)
  const coding = findHeader(headers, 'content-encoding')
  const body = decodeBody(exchange.responseBody, coding)
  const message = { httpVersion, cookies: [], headersSize: -1 }
  const text = readUtf8(body)
  const content =
    text === undefined
      ? { text: body.toString('base64'), encoding: 'base64' }
      : { text: redactor.redactResponse(text) }
  const mimeType = findHeader(headers, 'content-type') ?? 'application/octet-stream'
  const entry = {
    startedDateTime: new Date(startedAt).toISOString(),
    time: ms,
    request: {
      ...message,
      ...{ method, url: request.url, headers: requestHeaders, queryString: listQuery(request.url) },
      ...(exchange.requestBody.length > 0 && {
        postData: {
          mimeType: findHeader(requestHeaders, 'content-type') ?? '',
          ...request.postData,
        },
      }),
      bodySize: exchange.requestBody.length,
    },
    response: {
      ...message,
      ...{ status, statusText, headers, content: { size: body.length, mimeType, ...content } },
      redirectURL: findHeader(headers, 'location') ?? '',
      bodySize: exchange.responseBody.length,
    },
    cache: {},
    timings: { send: 0, wait: ms, receive: 0 },
  }
  return entry
}

/** Returns URL and body of a request as a recording has them: without credentials. */
export function redactRequest(
  { url, body }: { readonly url: string; readonly body: Buffer },
  redactor = new Redactor(),
): { readonly url: string; readonly postData: NonNullable<HarEntry['request']['postData']> } {
  const [path = '', ...query] = url.split('?')
  const redactedUrl = query.length > 0 ? `${path}?${redactor.redactForm(query.join('?'))}` : path
  const text = readUtf8(body)
  const postData =
    text === undefined
      ? { text: body.toString('base64'), _encoding: 'base64' as const }
      : { text: redactor.redactBody(text) }
  return { url: redactedUrl, postData }
}

const toHarHeaders = (raw: readonly string[], redactor: Redactor): readonly HarHeader[] =>
  removeHopByHop(raw).map(([name, value]) => ({
    name,
    value: redactor.redactHeaders({ [name]: value })[name] ?? '',
  }))

const listQuery = (url: string): readonly HarHeader[] =>
  [...new URL(url).searchParams].map(([name, value]) => ({ name, value }))

/** Returns the value of a header. Its name is in lower case. */
export const findHeader = (headers: readonly HarHeader[], name: string): string | undefined =>
  headers.find((header) => header.name.toLowerCase() === name)?.value

function decodeBody(body: Buffer, coding: string | undefined): Buffer {
  const codings = (coding ?? '').split(',').map((name) => name.trim().toLowerCase())
  return codings.reverse().reduce((bytes, name) => {
    if (name === '' || name === 'identity' || bytes.length === 0) return bytes
    const decode = Object.hasOwn(decoders, name) ? decoders[name] : undefined
    if (decode) return decode(bytes)
    throw new Error(`unknown Content-Encoding ${name}`)
  }, body)
}

/** Returns bytes as text, or undefined if they are not UTF-8. */
function readUtf8(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}
