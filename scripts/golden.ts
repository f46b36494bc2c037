import { scenarios } from '../fixtures/scenarios/index.ts'
import { generateAll } from '../src/contract/seed.ts'
import { createInlineSeed } from '../src/seed/source/inline-source.ts'

/**
 * Returns the SHA-256 of all records of each scenario, in all languages, for seed 1, 60 events and the
 * default clock. Uses no API of Node, because a test runs it in a browser.
 */
export async function goldenHashes(): Promise<Readonly<Record<string, string>>> {
  const hashes: Record<string, string> = {}
  for (const scenario of scenarios) {
    const anchor = new Date('2030-01-07T12:00:00Z')
    const seed = createInlineSeed({ seed: 1, events: 60, scenario: [scenario], anchor })
    const rows = seed.languages.map((language) => generateAll(seed, language))
    hashes[scenario.name] = await sha256(JSON.stringify(rows))
  }
  return hashes
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
