import { documents } from './documents.mjs'

/** Zod schemas for each document, and a client with MSW handlers, whose values Faker makes. */
export default Object.fromEntries(
  documents.flatMap(({ name, file }) => [
    [name, { input: file, output: { target: `generated/${name}/zod.ts`, client: 'zod' } }],
    [
      `${name}-mock`,
      {
        input: file,
        output: {
          target: `generated/${name}/mock/api.ts`,
          mode: 'split',
          client: 'fetch',
          mock: true,
        },
      },
    ],
  ]),
)
