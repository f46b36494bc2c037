import type { SnippetInput } from './snippet-input.ts'

/** Expected properties of a response in a test. */
export type Expectation =
  /** The connection ends before a response. */
  | { readonly kind: 'failure' }
  /** A response whose body breaks off or is not JSON. */
  | { readonly kind: 'badBody'; readonly status: number }
  | {
      readonly kind: 'response'
      readonly status: number
      /** Properties of the body that identify it. */
      readonly properties?: Readonly<Record<string, unknown>>
    }

/** Returns the expectation that a test has of the response of an entry. */
export function createExpectation(input: SnippetInput): Expectation {
  const { status, fault } = input.entry
  if (status === 0 || /^(drop|offline|timeout)$/.test(fault ?? '')) return { kind: 'failure' }
  if (fault === 'truncate' || fault === 'malformed') return { kind: 'badBody', status }
  const properties = findProperties(input)
  return { kind: 'response', status, ...(properties && { properties }) }
}

/** Returns the code of an error, the total of a list or the ID of a record. */
function findProperties({ entry, setup }: SnippetInput) {
  const body = parseJson(entry.responseBody)
  if (typeof body !== 'object' || body === null || entry.method === 'HEAD') return undefined
  if ('code' in body && typeof body.code === 'string') return { code: body.code }
  if (setup.isModified || entry.method !== 'GET') return undefined
  if ('total' in body && typeof body.total === 'number') return { total: body.total }
  if ('id' in body && typeof body.id === 'number') return { id: body.id }
  return undefined
}

/** Parses JSON. Returns undefined for other text. */
export function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
