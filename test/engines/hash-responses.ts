import { addresses } from './addresses.ts'

const origin = 'https://calendar.example'

/** Headers that a connection adds. */
const CONNECTION_HEADERS =
  /^(connection|content-encoding|content-length|date|keep-alive|transfer-encoding)$/

/**
 * Returns the SHA-256 of the status, headers and body of the responses to all addresses. Throws an error if
 * a status is not the expected one. Uses web APIs alone, because it runs on every engine.
 */
export async function hashResponses(fetch: (url: string) => Promise<Response>): Promise<string> {
  const texts: string[] = []
  for (const { path, status } of addresses) {
    const response = await fetch(origin + path)
    const body = await response.text()
    if (response.status !== status) throw new Error(`GET ${path}: ${response.status} ${body}`)
    texts.push(JSON.stringify([path, status, listHeaders(response), body]))
  }
  const bytes = new TextEncoder().encode(texts.join('\n'))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

const listHeaders = ({ headers }: Response): string[] =>
  [...headers]
    .filter(([name]) => !CONNECTION_HEADERS.test(name))
    .map((header) => header.join(': '))
    .sort()
