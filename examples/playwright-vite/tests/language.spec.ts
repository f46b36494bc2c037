import { expect, test } from 'calmock/playwright'

test('the calendar is in Hindi', async ({ page }) => {
  await page.goto('/?lang=hi')
  await expect(page.getByRole('heading')).toHaveText('सोमवार, 7 जनवरी 2030')
  await expect(page.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('list')).toContainText(/\p{Script=Devanagari}/u)
})
