import { analyse } from 'scslre'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { PRICE } from '../../src/contract/cost.ts'
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

/** The patterns in the sources: literals, and what `new RegExp` creates. */
const patterns = sourcesIn('src', 'fixtures').flatMap(({ path, tree }) =>
  [...nodesOf(tree)].flatMap((node) => {
    const isDynamic = ts.isNewExpression(node) && node.expression.getText() === 'RegExp'
    const isPattern = isDynamic || ts.isRegularExpressionLiteral(node)
    return isPattern ? [{ path, text: node.getText(), isDynamic }] : []
  }),
)

test('every pattern runs in linear time', () => {
  const literals = patterns.filter(({ isDynamic }) => !isDynamic)
  expect(literals.length).toBeGreaterThan(80)
  const slow = literals.flatMap(({ path, text }) => {
    const [, source = '', flags = ''] = /^\/(.*)\/(\w*)$/s.exec(text) ?? []
    return findSlowReasons(source, flags).map((why) => `${path} ${text}: ${why}`)
  })
  expect(slow).toEqual([])
  expect(findSlowReasons(PRICE.source, PRICE.flags)).toEqual([])
})

test('dynamic patterns exist only in known places', () => {
  expect(patterns.filter(({ isDynamic }) => isDynamic).map(({ path }) => path)).toEqual([
    'src/cli/hide-credentials.ts', // of a credential, in bounded forms
    'src/contract/cost.ts',
    'src/contract/fold-case.ts', // of a search, escaped, without repetition
    'src/dashboard/palette.tsx', // the names of faults
    'src/intercept/msw/create-handlers.ts',
    'src/pages/public-page.ts', // of the paths of resources
    'src/pages/public-page.ts',
  ])
})
