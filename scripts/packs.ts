import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { languagePacks } from '../fixtures/languages/index.ts'

/** Bundles the packs of languages as JSON in texts, which engines read in a fraction of the time that code takes. */
export const packsAsJson: Plugin = {
  name: 'packs as JSON',
  setup({ onLoad }) {
    onLoad({ filter: /fixtures[\\/]languages[\\/][\w-]+\.ts$/ }, async ({ path }) => {
      if (path.endsWith('index.ts')) return undefined
      const module: object = await import(pathToFileURL(path).href)
      const exported = Object.entries(module).map(([name, pack]) => {
        const text = JSON.stringify(JSON.stringify(pack))
        return `export const ${name} = /* @__PURE__ */ JSON.parse(${text})`
      })
      return { contents: exported.join('\n'), loader: 'js' }
    })
  },
}

/** Has Node read the pack of a language from a file beside the bundle, when it is first needed. */
export const packsFromFiles: Plugin = {
  name: 'packs from files',
  setup({ onLoad }) {
    onLoad({ filter: /fixtures[\\/]languages[\\/]index\.ts$/ }, () => ({ contents: fromFiles }))
  },
}

const fromFiles = `
  import { readFileSync } from 'node:fs'
  const entries = ${JSON.stringify(Object.keys(languagePacks))}.map((code) => {
    let pack
    const read = () => JSON.parse(readFileSync(new URL(\`packs/\${code}.json\`, import.meta.url), 'utf8'))
    return [code, { enumerable: true, get: () => (pack ??= read()) }]
  })
  export const languagePacks = Object.defineProperties({}, Object.fromEntries(entries))`
