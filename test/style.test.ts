import ts from 'typescript'
import { expect, test } from 'vitest'
import { nodesOf, sourcesIn } from './sources.ts'

const MAX_LINES = 60

test('a function has at most 60 lines', () => {
  const long = sourcesIn('src', 'fixtures').flatMap(({ path, tree }) =>
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
