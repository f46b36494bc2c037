import { expect, test } from 'calmock/playwright'

test('the calendar lists five events', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Monday, January 7, 2030')
  await expect(page.getByRole('listitem')).toHaveCount(5)
})
