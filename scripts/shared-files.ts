import { dirname, resolve } from 'node:path'
import type { Plugin } from 'esbuild'
import { languages } from '../fixtures/languages/index.ts'

/** The modules that several bundles share, and their files in `dist/`. */
const modules: readonly (readonly [module: RegExp, file: string])[] = [
  [/\/fixtures\/languages\/([\w-]+)\/pack\.ts$/, './packs/$1.js'],
  [/\/fixtures\/languages\/([\w-]+)\/messages\.ts$/, './messages/$1.js'],
  [/\/src\/seed\/source\/((dashboard|reference)-text)\.ts$/, './$1.js'],
]

/** Makes a bundle import modules from files next to it, so that the package has one copy of them. */
const share = (shared: typeof modules): Plugin => ({
  name: 'shared files',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, importer }) => {
      const file = resolve(dirname(importer), path).replaceAll('\\', '/')
      for (const [module, name] of shared) {
        const found = module.exec(file)
        if (found) return { path: name.replace('$1', found[1] ?? ''), external: true }
      }
      return undefined
    })
  },
})

export const sharedFiles = share(modules)

/** For CommonJS, which imports these modules on demand and cannot import the others. */
export const sharedTexts = share(modules.slice(-1))

/** Makes a bundle for Node read a language pack on first use, from its file. */
export const lazyLanguagePacks: Plugin = {
  name: 'lazy language packs',
  setup({ onLoad }) {
    onLoad({ filter: /fixtures[\\/]languages[\\/]packs\.ts$/ }, () => ({ contents: lazyPacks }))
  },
}

/**
 * Makes a bundle import the language packs through "imports" of package.json. Node reads a pack on first use, from its
 * file, so that an import takes 130 ms instead of 190. Bundlers, browsers and Workers import all packs.
 */
export const packsByHost: Plugin = {
  name: 'packs by host',
  setup({ onResolve }) {
    onResolve({ filter: /\/packs\.ts$/ }, () => ({
      path: '#packs',
      external: true,
    }))
  },
}

/** "imports" of package.json. Only Node has the condition `node-addons`: bundlers with `node` would move the reader away from the packs. */
export const packImports = {
  '#packs': { 'node-addons': './dist/read-packs.js', default: './dist/all-packs.js' },
} as const

const formatReader = (fs: string): string => `
  const { readFileSync } = ${fs}
  const entries = ${JSON.stringify(languages)}.map((code) => {
    let pack
    const read = () => {
      const module = readFileSync(new URL(\`packs/\${code}.js\`, import.meta.url), 'utf8')
      return JSON.parse(module.slice(module.indexOf('\`') + 1, module.lastIndexOf('\`')))
    }
    return [code, { enumerable: true, get: () => (pack ??= read()) }]
  })
  export const languagePacks = Object.defineProperties({}, Object.fromEntries(entries))\n`

// the modules of Node as they are: tests with Jest can replace node:fs
const lazyPacks = `
  import { runInThisContext } from 'node:vm'
  ${formatReader(`runInThisContext("process.getBuiltinModule('node:fs')")`)}`

// without an import of Node: bundlers for pages find this file too
const readPacks = formatReader("process.getBuiltinModule('node:fs')")

const allPacks = `
  ${languages.map((code, n) => `import { pack as p${n} } from './packs/${code}.js'`).join('\n  ')}
  export const languagePacks = { ${languages.map((code, n) => `'${code}': p${n}`).join(', ')} }
  // never called: tools that copy the files of a server then find this one too
  export const readPacks = () => import('./read-packs.js')\n`

/** The modules of `packImports`, by file in `dist/`. */
export const packModules = { 'read-packs.js': readPacks, 'all-packs.js': allPacks } as const

/**
 * Returns a module that exports a language pack, as its source does. The pack is JSON, which engines
 * parse faster than an object literal, between backticks without escapes, so that `lazyLanguagePacks` can read it.
 */
export function formatPack(pack: object): string {
  const json = JSON.stringify(pack).replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{')
  return `export const pack = /* @__PURE__ */ JSON.parse(String.raw\`${json}\`)\n`
}
