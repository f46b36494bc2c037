import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import config from '../tsconfig.json' with { type: 'json' }
import { nodesOf, sourcesIn } from './sources.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

const sources = sourcesIn('src', 'fixtures')

describe('docstrings', () => {
  /** First words of a relative clause or a half sentence instead of a verb or a noun. */
  const headless =
    /^(What|Which|Who|Whom|Whose|Where|When|Whether|How|Of|So|As|All that|That|Those)\b/

  test('a docstring starts with a verb or a noun', () => {
    const found = [...sources, ...sourcesIn('scripts')].flatMap(({ path, tree }) => {
      const comments = tree.getFullText().matchAll(/\/\*\*\s*(?:\* )?([^\n]*)/g)
      return [...comments].flatMap(([, text = '']) =>
        headless.test(text) ? [`${path}: ${text}`] : [],
      )
    })
    expect(found).toEqual([])
  })
})

describe('functions', () => {
  const MAX_LINES = 40

  test('a function has at most 40 lines', () => {
    const long = sources.flatMap(({ path, tree }) =>
      nodesOf(tree)
        .filter(ts.isFunctionLike)
        .flatMap((node) => {
          const line = (position: number) => tree.getLineAndCharacterOfPosition(position).line
          const lines = line(node.end) - line(node.getStart()) + 1
          return lines > MAX_LINES ? [`${path}:${line(node.getStart()) + 1} ${lines} lines`] : []
        }),
    )
    expect(long).toEqual([])
  })
})

describe('type checks', () => {
  /** Returns the TypeScript files of the examples that are not projects themselves. */
  function listExampleFiles(): readonly string[] {
    const examples = readdirSync(`${root}examples`, { recursive: true, encoding: 'utf8' })
    const projects = examples.filter((path) => /^[^/]+\/package\.json$/.test(path))
    // a slow test checks the types of storybook/, which needs packages of test/tools/
    const folders = ['storybook/', ...projects.map((path) => path.replace('package.json', ''))]
    return examples
      .filter((path) => path.endsWith('.ts') && !folders.some((folder) => path.startsWith(folder)))
      .map((path) => `examples/${path}`)
  }

  test('tsc checks every TypeScript file of the examples, except projects', () => {
    const { fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, root)
    const checked = fileNames.map((name) => name.replace(root, ''))
    expect(checked).toEqual(expect.arrayContaining([...listExampleFiles()]))
  })
})
