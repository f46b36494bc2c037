/** The `@example` of each public function, as the declarations of the package have it. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { node, type Packed, pack, peers, root } from '../packed.ts'

interface Example {
  /** The name of the function. */
  readonly name: string
  readonly code: string
}

/** Examples that need the program that they are written for. */
const needsHost =
  /from '(@playwright|calmock\/(browser|cypress|jest|playwright|storybook|vitest|worker))/

/** The parts of Jest that its example uses. Jest is not installed here. */
const jestModule = `declare module '@jest/globals' {
  export function expect(value: unknown): { toBe(other: unknown): void }
  export function test(name: string, run: () => Promise<void>): void
}`

let packed: Packed
let folder = ''
let examples: readonly Example[] = []

beforeAll(async () => {
  packed = await pack()
  folder = await packed.project([...peers, '@types/node', 'undici-types'], {
    'package.json': '{"type":"module"}',
    'jest.d.ts': jestModule,
  })
  const paths = packed.paths.filter((path) => path.endsWith('.d.ts'))
  const texts = await Promise.all(paths.map((path) => readFile(join(packed.folder, path), 'utf8')))
  examples = texts.flatMap(readExamples)
  await mkdir(join(folder, 'examples'))
  for (const [n, { code }] of examples.entries()) {
    const file = join(folder, `examples/${n}`)
    await writeFile(`${file}.ts`, code)
    const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 }
    await writeFile(`${file}.js`, ts.transpileModule(code, { compilerOptions }).outputText)
  }
})
afterAll(() => packed?.remove())

const readExamples = (text: string): readonly Example[] =>
  [
    ...text.matchAll(
      /@example\n \* ```ts\n((?: \*.*\n)*?) \* ```\n \*\/\n(?:export )?(?:declare )?(?:function|const) (\w+)/g,
    ),
  ].map(([, lines = '', name = '']) => ({ name, code: lines.replace(/^ \* ?/gm, '') }))

test('each public function has an example', () => {
  expect(examples.map(({ name }) => name).sort()).toEqual([
    ...['calmock', 'calmockFixtures', 'calmockPreview', 'calmockWorker', 'createCalmock'],
    ...['defineConfig', 'defineScenario', 'followWorlds', 'handlersFor', 'listen'],
    ...['setupCalmock', 'setupCalmock', 'test', 'toNodeListener', 'useCalmock', 'useCalmock'],
    'useCalmock',
  ])
})

test('the examples compile', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const flags =
    '--noEmit --strict --skipLibCheck --target es2023 --module esnext --moduleResolution bundler --types node'
  const files = ['jest.d.ts', ...examples.map((_, n) => `examples/${n}.ts`)]
  const { code, stdout } = await node([tsc, ...flags.split(' '), ...files], folder)
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
})

test('the examples that need no other program run, and print what they say', async () => {
  const programs = [...examples.entries()].filter(([, { code }]) => !needsHost.test(code))
  expect(programs.length).toBeGreaterThan(7)
  for (const [n, { name, code }] of programs) {
    const says = [...code.matchAll(/^console\.log\(.*\) \/\/ (.*)$/gm)].map(
      ([, text]) => `${text}\n`,
    )
    const ended = await node([`examples/${n}.js`], folder)
    const stderr = expect.stringMatching(name === 'followWorlds' ? /^\[calmock\] .*\n$/ : /^$/)
    expect([name, ended]).toEqual([name, { code: 0, stdout: says.join(''), stderr }])
  }
})
