import { expect, test } from 'calmock/playwright'

test('the server renders the events of the world', async ({ page, calmock }) => {
  await page.goto('/upcoming')
  await expect(page.getByRole('list')).toContainText('Blue Hour: A Night of Jazz')
  expect(calmock.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /events'])
})

test('the server renders an empty list', async ({ page, calmock }) => {
  calmock.world.setScenario('empty')
  await page.goto('/upcoming')
  await expect(page.getByRole('list')).toHaveText('')
})

test('the server renders the status of an error', async ({ page, calmock }) => {
  calmock.faults = 'GET /events 503'
  await page.goto('/upcoming')
  await expect(page.getByText('Not now (503)')).toBeVisible()
})
