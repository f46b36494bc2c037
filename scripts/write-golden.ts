/** Writes the hashes that `test/seed/golden.test.ts` compares. A changed hash is a breaking change. */
import { writeFile } from 'node:fs/promises'
import { goldenHashes } from './golden.ts'

const file = new URL('../test/seed/golden.json', import.meta.url)
await writeFile(file, `${JSON.stringify(await goldenHashes(), null, 2)}\n`)
