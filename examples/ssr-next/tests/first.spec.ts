import { expect, test } from 'calmock/playwright'

test('the server renders the events of the world', async ({ page, calmock }) => {
  await page.goto('/')
  await expect(page.getByRole('listitem').first()).toHaveText('Blue Hour: A Night of Jazz')
  expect(calmock.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /events'])
})

test('the server renders no events if the service is down', async ({ page, calmock }) => {
  calmock.faults = 'GET /events 503'
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Add' })).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveCount(0)
})
