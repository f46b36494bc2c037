import axe from 'axe-core'
import type { Page } from 'playwright-core'

/** Returns the violations that axe finds in a page or in the elements of a selector, with their elements. */
export async function findViolations(
  page: Page,
  { within, rules }: { readonly within?: string; readonly rules?: string[] } = {},
): Promise<readonly string[]> {
  await page.evaluate(axe.source)
  const { violations } = await page.evaluate(
    ([within, rules]) => {
      const { axe: added } = globalThis as unknown as { axe: typeof axe } // by its source
      return added.run(within ?? document, {
        resultTypes: ['violations'],
        ...(rules && { runOnly: rules }),
      })
    },
    [within, rules] as const,
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  )
}
