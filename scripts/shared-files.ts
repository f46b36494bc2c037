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

/** Makes a bundle for Node read the texts of a language on first use, from their files. */
export const lazyLanguages: Plugin = {
  name: 'lazy languages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: allTexts }, () => ({ path: 'languages', namespace: 'lazy-languages' }))
    onLoad({ filter: /.*/, namespace: 'lazy-languages' }, () => ({ contents: lazyReader }))
  },
}

/** The modules with the texts of all languages, as other modules import them. */
const allTexts = /\/languages\/(packs|messages)\.ts$/

/**
 * Makes a bundle import the texts of languages through "imports" of package.json. Node reads the texts of a language
 * on first use, from their files, so that an import takes 120 ms instead of 190. Bundlers, browsers and Workers import
 * all of them.
 */
export const languagesByHost: Plugin = {
  name: 'languages by host',
  setup({ onResolve }) {
    onResolve({ filter: allTexts }, () => ({ path: '#languages', external: true }))
  },
}

/** "imports" of package.json. Only Node has the condition `node-addons`: bundlers with `node` would move the reader away from the files. */
export const languageImports = {
  '#languages': {
    'node-addons': './dist/read-languages.js',
    default: './dist/all-languages.js',
  },
} as const

const formatReader = (fs: string): string => `
  const { readFileSync } = ${fs}
  const readLazily = (find) => {
    const entries = ${JSON.stringify(languages)}.map((code) => {
      let texts
      const read = () => {
        const module = readFileSync(find(code), 'utf8')
        return JSON.parse(module.slice(module.indexOf('\`') + 1, module.lastIndexOf('\`')))
      }
      return [code, { enumerable: true, get: () => (texts ??= read()) }]
    })
    return Object.defineProperties({}, Object.fromEntries(entries))
  }
  // Turbopack finds the files by the start of their paths
  export const languagePacks = readLazily((code) => new URL(\`packs/\${code}.js\`, import.meta.url))
  export const messages = readLazily((code) => new URL(\`messages/\${code}.js\`, import.meta.url))\n`

// the modules of Node as they are: tests with Jest can replace node:fs
const lazyReader = `
  import { runInThisContext } from 'node:vm'
  ${formatReader(`runInThisContext("process.getBuiltinModule('node:fs')")`)}`

// without an import of Node: bundlers for pages find this file too
const reader = formatReader("process.getBuiltinModule('node:fs')")

const formatImports = (name: string, folder: string): string =>
  languages
    .map((code, n) => `  import { ${name} as ${name}${n} } from './${folder}/${code}.js'\n`)
    .join('')

const formatRecord = (name: string): string =>
  `{ ${languages.map((code, n) => `'${code}': ${name}${n}`).join(', ')} }`

const allLanguages = `
${formatImports('pack', 'packs')}${formatImports('messages', 'messages')}
  export const languagePacks = ${formatRecord('pack')}
  export const messages = ${formatRecord('messages')}
  // never called: tools that copy the files of a server then find this one too
  export const readLanguages = () => import('./read-languages.js')\n`

/** The modules of `languageImports`, by file in `dist/`. */
export const languageModules = {
  'read-languages.js': reader,
  'all-languages.js': allLanguages,
} as const

/**
 * Returns a module that exports texts of a language, as its source does. The texts are JSON, which engines parse
 * faster than an object literal, between backticks without escapes, so that `lazyLanguages` can read it.
 */
export function formatTexts(name: 'pack' | 'messages', texts: object): string {
  const json = JSON.stringify(texts).replaceAll('`', '\\u0060').replaceAll('${', '\\u0024{')
  return `export const ${name} = /* @__PURE__ */ JSON.parse(String.raw\`${json}\`)\n`
}
