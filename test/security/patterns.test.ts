import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { PRICE } from '../../src/contract/cost.ts'
import { secretName, secretProperty } from '../../src/request-log/redact.ts'
import { nodesOf, sourcesIn } from '../sources.ts'

/** Returns the reasons why a pattern may take superlinear time. */
const findSlowReasons = (source: string, flags: string): string[] =>
  analyse({ source, flags }).reports.map(
    ({ type, exponential }) => `${type}${exponential ? ', exponential' : ''}`,
  )

test.each([/(a+)+$/, /(?:\w+x?)*$/, /\s+$/])(
  'the analysis detects the slow pattern %s',
  ({ source, flags }) => {
    expect(findSlowReasons(source, flags)).not.toEqual([])
  },
)

test('every pattern runs in linear time', () => {
  const nodes = sourcesIn('src', 'fixtures').flatMap(({ path, tree }) =>
    [...nodesOf(tree)].map((node) => ({ path, node })),
  )
  const literals = nodes.filter(({ node }) => ts.isRegularExpressionLiteral(node))
  expect(literals.length).toBeGreaterThan(80)
  const slow = literals.flatMap(({ path, node }) => {
    const text = node.getText()
    const end = text.lastIndexOf('/')
    return findSlowReasons(text.slice(1, end), text.slice(end + 1)).map(
      (why) => `${path} ${text}: ${why}`,
    )
  })
  expect(slow).toEqual([])
  for (const { source, flags } of [PRICE, secretName, secretProperty])
    expect(findSlowReasons(source, flags)).toEqual([])
})

test('dynamic patterns exist only in known places', () => {
  const made = sourcesIn('src', 'fixtures').flatMap(({ path, tree }) =>
    [...nodesOf(tree)]
      .filter((node) => ts.isNewExpression(node) && node.expression.getText() === 'RegExp')
      .map((node) => `${path} ${node.getText()}`),
  )
  expect(made.map((text) => text.split(' ')[0])).toEqual([
    'src/contract/cost.ts',
    'src/msw/create-handlers.ts',
    'src/request-log/redact.ts',
    'src/request-log/redact.ts',
  ])
})
