import { readFileSync } from 'node:fs'
import { OptionError } from '../../contract/option-error.ts'

/** A header, as HAR 1.2 writes it. */
export interface HarHeader {
  readonly name: string
  readonly value: string
}

/** An exchange, with the fields of HAR 1.2 that calmock reads. */
export interface HarEntry {
  readonly startedDateTime?: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers?: readonly HarHeader[]
    /** `_encoding` is a field of calmock, because HAR 1.2 has no bytes in requests. */
    readonly postData?: { readonly text?: string; readonly _encoding?: 'base64' }
  }
  readonly response: {
    readonly status: number
    readonly statusText?: string
    readonly headers: readonly HarHeader[]
    readonly content: { readonly text?: string; readonly encoding?: string; readonly size?: number }
  }
}

/** Returns whether an option names a HAR file. */
export const isHarFile = (name: string): boolean => /\.har$/i.test(name)

/** Returns the exchanges of a HAR file. Throws `OptionError` for a file that is missing or has another format. */
export function readHarFile(file: string): readonly HarEntry[] {
  const text = readText(file)
  const entries = readEntries(text)
  if (entries?.every(isEntry)) return entries
  const wrong = entries?.findIndex((entry) => !isEntry(entry))
  const reason = wrong === undefined ? '' : `: entry ${wrong + 1} has no valid request or response`
  throw new OptionError(
    `${file} is not a HAR file${reason}; expected JSON such as {"log":{"version":"1.2","entries":[...]}}`,
  )
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException // of the file system
    const reason = code === 'ENOENT' ? 'does not exist' : `cannot be read: ${code}`
    throw new OptionError(`HAR file ${file} ${reason}`)
  }
}

function readEntries(text: string): readonly unknown[] | undefined {
  try {
    const entries: unknown = JSON.parse(text)?.log?.entries
    return Array.isArray(entries) ? entries : undefined
  } catch {
    return undefined
  }
}

function isEntry(value: unknown): value is HarEntry {
  const { request, response } = Object(value)
  return (
    typeof request?.method === 'string' &&
    URL.canParse(request.url) &&
    isOptionalText(request.postData?.text) &&
    isStatus(response?.status) &&
    Array.isArray(response.headers) &&
    response.headers.every(isHeader) &&
    typeof response.content === 'object' &&
    response.content !== null &&
    isOptionalText(response.content.text)
  )
}

const isOptionalText = (value: unknown): boolean => value === undefined || typeof value === 'string'

/** Returns whether a value is a status. Browsers save failed requests with the status 0. */
const isStatus = (value: unknown): boolean =>
  Number.isInteger(value) && (value === 0 || (Number(value) >= 100 && Number(value) <= 999))

function isHeader(value: unknown): boolean {
  const { name, value: text } = Object(value)
  return typeof name === 'string' && typeof text === 'string'
}
