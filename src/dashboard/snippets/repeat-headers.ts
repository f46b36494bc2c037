import type { SnippetInput } from './snippet-input.ts'

/** Returns the headers that make a running mock repeat the response of an entry. */
export function createRepeatHeaders({ entry, setup }: SnippetInput): Record<string, string> {
  const { fault, delay } = entry
  const sent = new Set(Object.keys(entry.requestHeaders).map((name) => name.toLowerCase()))
  const headers = {
    'x-calmock-scenario': setup.scenario,
    'x-calmock-now': setup.now,
    ...(fault !== undefined && { 'x-calmock-fault': fault }),
    ...(fault === undefined && setup.hasFaults && { 'x-calmock-fault': 'none' }),
    ...(delay && { 'x-calmock-delay': String(delay) }),
  }
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !sent.has(name)))
}
