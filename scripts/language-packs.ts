import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'
import { languagePacks } from '../fixtures/languages/index.ts'

/** Bundles each language pack as `JSON.parse` of a string. Engines parse JSON faster than object literals. */
export const inlineLanguagePacks: Plugin = {
  name: 'inline language packs',
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

/** Replaces the language packs by getters. Each reads `packs/<code>.json`, next to the bundle, on first use. */
export const lazyLanguagePacks: Plugin = {
  name: 'lazy language packs',
  setup({ onLoad }) {
    onLoad({ filter: /fixtures[\\/]languages[\\/]index\.ts$/ }, () => ({ contents: lazyIndex }))
  },
}

/** The module that replaces `fixtures/languages/index.ts`. */
const lazyIndex = `
  import { readFileSync } from 'node:fs'
  const entries = ${JSON.stringify(Object.keys(languagePacks))}.map((code) => {
    let pack
    const read = () => JSON.parse(readFileSync(new URL(\`packs/\${code}.json\`, import.meta.url), 'utf8'))
    return [code, { enumerable: true, get: () => (pack ??= read()) }]
  })
  export const languagePacks = Object.defineProperties({}, Object.fromEntries(entries))`
