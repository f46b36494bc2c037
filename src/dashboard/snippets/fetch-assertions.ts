import type { Expectation } from './expectation.ts'
import { formatLiteral } from './js-literal.ts'

/** Returns the statements of a test that send a request with `fetch` and check its response. */
export function formatAssertions(
  expected: Expectation,
  formatCall: (options: { readonly timeout?: number }) => string,
): string {
  if (expected.kind === 'failure')
    return `  await expect(${formatCall({ timeout: 1000 })}).rejects.toThrow()`
  const lines = [
    `const response = await ${formatCall({})}`,
    `expect(response.status).toBe(${expected.status})`,
  ]
  if (expected.kind === 'badBody') lines.push('await expect(response.json()).rejects.toThrow()')
  else if (expected.properties)
    lines.push(`expect(await response.json()).toMatchObject(${formatLiteral(expected.properties)})`)
  return lines.map((line) => `  ${line}`).join('\n')
}
