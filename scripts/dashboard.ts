import { createHash } from 'node:crypto'
import { lstatSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { type BuildOptions, type BuildResult, build, type Plugin } from 'esbuild'

/** True if all of node_modules is elsewhere. Single linked packages need their own dependencies, which are next to their target. */
export const isLinked = lstatSync('node_modules').isSymbolicLink()

/** esbuild options for the modules of the dashboard, which run in current browsers. */
const dashboardBundle = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  minify: true,
  jsx: 'automatic',
  jsxImportSource: 'preact',
  conditions: ['production'],
  legalComments: 'none',
  preserveSymlinks: isLinked, // else the names of CommonJS modules tell where node_modules is
  metafile: true,
  write: false,
  outdir: 'dashboard',
} as const satisfies BuildOptions

/** Builds the dashboard as one HTML file, and the module of the API reference, which the page loads on demand. */
export async function buildDashboard() {
  const main = await build({ ...dashboardBundle, entryPoints: ['src/dashboard/main.tsx'] })
  const template = await readFile('src/dashboard/index.html', 'utf8')
  const page = inline(template, readOutput(main, '.css'), readOutput(main, '.js'))
  const entryPoints = ['openapi-explorer']
  const library = await build({ ...dashboardBundle, entryPoints, plugins: [adaptReference] })
  return { page, reference: readOutput(library, '.js'), builds: [main, library] }
}

/**
 * Makes the main element of the library a plain element, because the page has a main element already, which the keyboard scrolls, and
 * its phrases English, without capitals.
 */
const adaptReference: Plugin = {
  name: 'adapt the API reference',
  setup({ onLoad }) {
    onLoad(
      { filter: /\/openapi-explorer\/dist\/es\/templates\/mainBodyTemplate\.js$/ },
      async ({ path }) => {
        const text = await readFile(path, 'utf8')
        return {
          contents: text.replace('<main ', '<div tabindex="0" ').replace('</main>', '</div>'),
        }
      },
    )
    onLoad({ filter: /\/openapi-explorer\/dist\/es\/languages\/index\.js$/ }, () => ({
      contents: `import en from './en.js'
        export const initI18n = async () => {}
        export const getI18nText = (key) => {
          const text = key.split('.').reduce((words, name) => words?.[name], en.translation) ?? key
          return text === text.toUpperCase() ? text[0] + text.slice(1).toLowerCase() : text
        }`,
    }))
  },
}

const readOutput = ({ outputFiles = [] }: BuildResult, ending: string): string =>
  outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? ''

/** Puts the style and the script into the page, with a policy that allows this script, requests to the mock, and images. */
function inline(template: string, css: string, script: string): string {
  // the HTML parser ends a script at `</script`, also inside of a string
  const code = script.replace(/<\/(script)/gi, '<\\/$1').replaceAll('<!--', '<\\!--')
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash(code)}'`,
    "style-src 'unsafe-inline'",
    "img-src 'self' data: blob: http: https:", // images that records of the user link to
    "font-src 'self' data:",
    "connect-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
  const parts: Readonly<Record<string, string>> = {
    policy,
    version: hash(css + code).slice(0, 16),
    style: css.replace(/<\/(style)/gi, '<\\/$1'),
    script: code,
  }
  return template.replace(
    /\{\{(\w+)\}\}|\/\*(\w+)\*\//g,
    (slot, inText: string, inCode: string) => parts[inText ?? inCode] ?? slot,
  )
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64')
