import { expect, test } from 'calmock/playwright'

test.use({ timezoneId: 'UTC', locale: 'en-GB' })

for (const scenario of ['long-text', 'rtl'])
  test(`the calendar looks as before with ${scenario}`, async ({ page, calmock }) => {
    calmock.world.setScenario(scenario)
    await page.goto('/')
    await expect(page.getByRole('listitem')).toHaveCount(5)
    await expect(page).toHaveScreenshot(`${scenario}.png`)
  })
