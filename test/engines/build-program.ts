import { build } from 'esbuild'
import { sites } from './addresses.ts'

const root = new URL('../..', import.meta.url)

/** The code that an engine runs after the function `hash`, which hashes the responses of the built package. */
const endings = {
  /** A module for Node, Bun and Deno that prints the hash. It imports the package, as users do. */
  program: 'console.log(await hash())',
  /** A self-contained module for workerd that responds with the hash. */
  worker: 'export default { fetch: async () => new Response(await hash()) }',
  /** A self-contained script for pages and edge runtimes that evaluates to a promise of the hash. */
  script: 'export { hash }',
}

/** Builds the program for an engine from `dist/`. `from` is the name or the URL from which a module imports the package. */
export async function buildProgram(
  ending: keyof typeof endings,
  from = ending === 'program' ? new URL('dist/index.js', root).href : './dist/index.js',
): Promise<string> {
  const isScript = ending === 'script'
  const contents = `import { createCalmock } from '${from}'
    import { hashResponses } from './test/engines/hash-responses.ts'
    const hash = () => hashResponses(createCalmock({ sites: ${JSON.stringify(sites)} }).fetch)
    ${endings[ending]}`
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root.pathname },
    bundle: true,
    write: false,
    external: ['file:*', 'calmock'],
    charset: 'utf8',
    logLevel: 'error',
    ...(isScript ? { format: 'iife', globalName: 'engine' } : { format: 'esm' }),
  })
  const text = outputFiles[0]?.text ?? ''
  return isScript ? `${text}\nengine.hash()` : text
}
