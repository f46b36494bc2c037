import { fileURLToPath } from 'node:url'
import type { EventList } from 'calmock'
import { expect, test } from 'calmock/playwright'

const path = fileURLToPath(new URL('calendar.html', import.meta.url))

test.beforeEach(async ({ context }) => {
  await context.route('https://calendar.example/', (route) => route.fulfill({ path }))
})

test('the calendar lists the events of today in Hindi', async ({ page, calmock }) => {
  await page.goto('https://calendar.example/')
  await expect(page.getByRole('heading')).toHaveText('सोमवार, 7 जनवरी 2030')
  await expect(page.getByRole('listitem')).toHaveCount(5)

  const day = 'start_date=2030-01-07&end_date=2030-01-07'
  const response = await calmock.world.fetch(`${calmock.api('hi')}/events?${day}&per_page=5`)
  const { events }: EventList = await response.json()
  await expect(page.getByRole('listitem')).toContainText(events.map(({ title }) => title))
  for (const { title } of events) expect(title).toMatch(/\p{Script=Devanagari}/u)
})

test('the calendar is empty one day later', async ({ page, calmock }) => {
  await page.goto('https://calendar.example/')
  await expect(page.getByRole('listitem')).toHaveCount(5)

  await calmock.clock.advance('P1D')
  await page.reload()
  await expect(page.getByRole('heading')).toHaveText('मंगलवार, 8 जनवरी 2030')
  await expect(page.getByRole('status')).toHaveText('इस दिन कुछ नहीं है।')
})

test('the calendar shows an error until the service is available again', async ({ page }) => {
  await page.route('**/events?*', (route) => route.fulfill({ status: 503 }))
  await page.goto('https://calendar.example/')
  await expect(page.getByRole('alert')).toHaveText('कार्यक्रम नहीं मिल सके।')

  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('alert')).toBeHidden()
})

for (const [mine, others] of [
  ['चाय', 'कॉफ़ी'],
  ['कॉफ़ी', 'चाय'],
] as const) {
  test(`a page that adds ${mine} does not show ${others}`, async ({ page, calmock }) => {
    calmock.world.setScenario('empty')
    await page.goto('https://calendar.example/')
    await page.getByLabel('शीर्षक').fill(mine)
    await page.getByRole('button').click()
    await expect(page.getByRole('listitem')).toHaveText([`00:15 ${mine}`])
  })
}
