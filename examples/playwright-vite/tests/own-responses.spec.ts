import { expect, test } from 'calmock/playwright'

test('a route of the test takes precedence over the mock', async ({ page }) => {
  await page.route('**/events?*', (route) => route.fulfill({ status: 418 }))
  await page.goto('/')
  await expect(page.getByRole('alert')).toBeVisible()
})

test('a route passes on the requests that it does not need', async ({ page }) => {
  await page.route('**/events?*', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    await route.fulfill({ json: { events: [{ id: 1, title: 'My own event' }] } })
  })
  await page.goto('/')
  await expect(page.getByRole('listitem')).toContainText(['My own event'])
})
