import { pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

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
