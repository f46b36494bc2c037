import { documents } from './documents.mjs'

/** Zod schemas for each document. */
export default Object.fromEntries(
  documents.map(({ name, file }) => [
    name,
    { input: file, output: { target: `generated/${name}/zod.ts`, client: 'zod' } },
  ]),
)
