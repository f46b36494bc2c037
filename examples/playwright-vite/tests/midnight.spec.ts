import { expect, test } from 'calmock/playwright'

test.use({ calmockOptions: { sites: ['ar'], scenario: 'empty', now: '2029-12-31T23:59:00Z' } })

test('an event of the 30th is gone one minute later', async ({ page, calmock, request }) => {
  const url = `${calmock.api('ar')}/events`
  for (const [title, start_date] of [
    ['حفل الأمس', 'yesterday 6pm'],
    ['حفل اليوم', 'today 6pm'],
  ]) {
    const response = await request.post(url, { data: { title, start_date, end_date: start_date } })
    expect(response.status()).toBe(201)
  }
  const item = page.getByRole('listitem')
  await page.goto('/?lang=ar')
  await expect(item).toContainText(['حفل الأمس', 'حفل اليوم'])

  await page.clock.fastForward(60_000)
  expect(calmock.clock.now().toISOString()).toBe('2030-01-01T00:00:00.000Z')
  await page.reload()
  await expect(item).toHaveCount(1)
  await expect(item).toContainText('حفل اليوم')
})
