import { fileURLToPath } from 'node:url'
import { expect, test } from 'calmock/playwright'

const path = fileURLToPath(new URL('calendar.html', import.meta.url))

test.beforeEach(async ({ context }) => {
  await context.route('https://calendar.example/', (route) => route.fulfill({ path }))
})

test('the calendar recovers from an error', async ({ page, calmock }) => {
  calmock.faults = ['GET /events 503 1x']
  await page.goto('https://calendar.example/')
  await expect(page.getByRole('alert')).toHaveText('कार्यक्रम नहीं मिल सके।')
  await page.reload()
  await expect(page.getByRole('listitem')).toHaveCount(5)
  expect(calmock.requests).toMatchObject([
    { path: '/events', site: 'hi', status: 503, fault: '503' },
    { path: '/events', query: { start_date: '2030-01-07', per_page: '5' }, status: 200 },
  ])
})

test('an event is sent once', async ({ page, calmock }) => {
  calmock.world.setScenario('empty')
  await page.goto('https://calendar.example/')
  await page.getByLabel('शीर्षक').fill('चाय')
  await page.getByRole('button').click()
  await expect(page.getByText('00:15 चाय', { exact: true })).toHaveCount(1)
  const writes = calmock.requests.filter(({ method }) => method === 'POST')
  expect(writes).toMatchObject([{ path: '/events', status: 201 }])
})

test('a request that never ends does not block the test', async ({ page, calmock }) => {
  calmock.faults = '* timeout'
  await page.goto('https://calendar.example/', { waitUntil: 'commit' })
  await expect(page.getByRole('heading')).toHaveText('सोमवार, 7 जनवरी 2030')
  await expect(page.getByRole('listitem')).toHaveCount(0)
})

for (const fault of ['offline', 'drop', 'truncate']) {
  test(`fetch fails with the fault ${fault}`, async ({ page, calmock }) => {
    await page.goto('https://calendar.example/')
    calmock.faults = `GET /tags ${fault}`
    const url = `${calmock.api('hi')}/tags`
    const failure = await page.evaluate((url) => fetch(url).catch(String), url)
    expect(failure).toBe('TypeError: Failed to fetch')
  })
}

test.describe('in maintenance', () => {
  test.use({ calmockNetwork: { fault: '* maintenance', delay: 20 } })

  for (const nth of ['first', 'second']) {
    test(`the ${nth} test starts with the faults of the file`, async ({ page, calmock }) => {
      await page.goto('https://calendar.example/')
      await expect(page.getByRole('alert')).toBeVisible()
      expect(calmock.requests).toMatchObject([{ status: 503, fault: 'maintenance', delay: 20 }])
      calmock.faults = []
      await page.reload()
      await expect(page.getByRole('listitem')).toHaveCount(5)
    })
  }
})
