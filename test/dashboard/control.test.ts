import { expect, test } from 'vitest'
import { findViolations } from '../browser/find-violations.ts'
import { useDashboard } from './use-dashboard.ts'

const open = useDashboard()

test('a click on a scenario applies it at once, Undo takes it back, and several can be combined', async () => {
  const { page, mock } = await open({ path: '/#control' })
  const scenario = (name: string) => page.getByRole('button', { name: new RegExp(`^${name} `) })
  await scenario('empty').click()
  await page.getByText('The scenario is now empty.').waitFor()
  expect(mock.scenario).toBe('empty')
  expect(await scenario('empty').getAttribute('aria-pressed')).toBe('true')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone: the change of the scenario').waitFor()
  expect(mock.scenario).toBe('city')
  await page.getByLabel('Combine scenarios').check()
  await scenario('today').click()
  await expect.poll(() => mock.scenario).toBe('city+today')
  expect(await findViolations(page)).toEqual([])
  await page.locator('.choice[aria-pressed=true]').nth(1).waitFor()
  await scenario('city').click()
  await expect.poll(() => mock.scenario).toBe('today')
  await page.getByText('The scenario is now today.').waitFor()
  await scenario('today').click() // no scenario is left
  expect(mock.scenario).toBe('today')
})
