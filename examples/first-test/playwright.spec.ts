import { expect, test } from 'calmock/playwright'

test('shows an empty calendar', async ({ page, calmock }) => {
  calmock.world.setScenario('empty')
  await page.goto(`${calmock.api('de')}/events?_fields=events,total`) // the address of your app
  await expect(page.locator('body')).toContainText('{"events":[],"total":0}')
})
