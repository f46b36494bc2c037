import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { HttpResponse, http } from 'msw'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { importScenarios, requireScenarios } from '../../src/config/load-options.ts'
import { loadUserHandlers } from '../../src/intercept/msw/user-handlers.ts'
import { createTestMock } from '../call.ts'

const cache = new URL('../../node_modules/.cache', import.meta.url).pathname // msw is resolved from here
let folder = ''
const file = (name: string): string => join(folder, name)

/** Writes a file, and returns its path. */
async function write(name: string, text: string): Promise<string> {
  await mkdir(dirname(file(name)), { recursive: true })
  await writeFile(file(name), text)
  return file(name)
}

beforeAll(async () => {
  await mkdir(cache, { recursive: true })
  folder = await mkdtemp(join(cache, 'user-files-'))
  for (const type of ['commonjs', 'module'])
    await write(`${type}/package.json`, JSON.stringify({ type }))
  await write('unset/package.json', '{}')
})
beforeAll(() => vi.stubGlobal('msw', { http, HttpResponse }))
afterAll(() => vi.unstubAllGlobals())
afterAll(() => rm(folder, { recursive: true }))

const values = {
  scenario: "{ name: 'sold-out', about: 'Nothing is left.', events: () => 2 }",
  handler: "http.get('*/mine', () => HttpResponse.json('mine'))",
}
/** One file per extension imports the real module, which takes 0.2 s of CPU per file. */
const msw = {
  module: "import { http, HttpResponse } from 'msw'\n",
  commonjs: "const { http, HttpResponse } = require('msw')\n",
  loaded: 'const { http, HttpResponse } = globalThis.msw\n',
}

const styles = [
  { style: 'export default', syntax: 'module' },
  { style: 'export const it =', syntax: 'module' },
  { style: 'module.exports =', syntax: 'commonjs' },
  { style: 'exports.it =', syntax: 'commonjs' },
] as const

/** Every package type, file extension and form of an export that fit together. */
const cases = ['commonjs', 'module', 'unset'].flatMap((type) =>
  ['ts', 'js', 'mts', 'mjs', 'cts', 'cjs'].flatMap((extension) =>
    styles
      .filter(({ syntax }) => {
        const isModule = /^m/.test(extension) || (type === 'module' && !/^c/.test(extension))
        return syntax === 'module' ? extension !== 'cjs' : !isModule
      })
      .map((style, n) => ({ ...style, type, name: `${type}/file-${n}.${extension}` })),
  ),
)

describe.each(cases)('$style in $name', ({ name, style, syntax }) => {
  test('the scenario is loaded, synchronously too', async () => {
    const path = await write(name, `${style} ${values.scenario}`)
    for (const scenario of [await importScenarios(`${path}+no-images`), requireScenarios(path)])
      expect(createTestMock({ scenario }).events).toBe(2)
  })

  test('the handler is loaded', async () => {
    const head = msw[name.startsWith('unset/file-0') ? syntax : 'loaded']
    const text = `${head}${style} ${values.handler}`
    const path = await write(name.replace('/', '/handler-'), text)
    const { before } = await loadUserHandlers(path)
    const response = await before(new Request('http://any.example/mine'))
    expect(await response?.json()).toBe('mine')
  })
})

test('the default export takes precedence over other scenarios of a file', async () => {
  const other = "export const other = { name: 'other', about: '' }\n"
  const path = await write('module/both.mjs', `${other}export default ${values.scenario}`)
  expect(await importScenarios(path)).toMatchObject([{ name: 'sold-out' }])
})

test.each(['mjs', 'ts', 'cjs'])('a changed file.%s is loaded again', async (extension) => {
  for (const name of ['first', 'second']) {
    const value = `{ name: '${name}', about: '' }`
    const code = extension === 'cjs' ? `module.exports = ${value}` : `export default ${value}`
    const path = await write(`module/changed.${extension}`, code)
    expect(await importScenarios(path)).toMatchObject([{ name }])
  }
})

test('a file with top-level await is loaded', async () => {
  for (const name of ['await.mjs', 'await.ts']) {
    const path = await write(`module/${name}`, `export default await ${values.scenario}`)
    expect(await importScenarios(path)).toMatchObject([{ name: 'sold-out' }])
  }
})

describe('an error in a file is reported in one line with its position', () => {
  const syntaxError = 'const a = 1\nexport default (\n'
  const thrown = 'const a = 1\n\nthrow new Error("a slip")\n'
  const missing = "import a from './nowhere.mjs'\nexport default a\n"
  test.each([
    ['syntax.ts', syntaxError, /syntax\.ts:3(:0)?: Unexpected end of file$/],
    ['syntax.mjs', syntaxError, /syntax\.mjs:3(:0)?: .*Unexpected end of (file|input)$/],
    ['thrown.ts', thrown, /thrown\.ts(:\d+:\d+)?: a slip$/],
    ['thrown.mjs', thrown, /thrown\.mjs(:\d+:\d+)?: a slip$/],
    ['missing.ts', missing, /Cannot find module '\.\/nowhere\.mjs' imported from .*missing\.ts$/],
    ['missing.mjs', missing, /Cannot find module .*nowhere\.mjs' imported from .*missing\.mjs$/],
    ['package.ts', "import 'no-such-package'", /Cannot find (module|package) 'no-such-package'/],
    ['package.mjs', "import 'no-such-package'", /Cannot find package 'no-such-package'/],
    ['none.mjs', 'export const answer = 42', /does not export a scenario; create one with/],
    [
      'two.mjs',
      `export const a = ${values.scenario}, b = { ...a }`,
      /exports several scenarios: sold-out, sold-out; /,
    ],
    ['null.cjs', 'module.exports = null', /does not export a scenario/],
    ['throws.mjs', 'throw null', /it throws null$/],
  ])('%s', async (name, text, reason) => {
    for (const type of ['module', 'commonjs']) {
      const path = await write(`${type}/${name}`, text)
      const failed = await importScenarios(path).catch((error) => error)
      expect(failed.reason).toMatch(reason)
      expect(failed.reason).not.toMatch(/\n/)
    }
  })
})
