import { expect, test } from './world.ts'

test('an empty calendar says so', async ({ page, world }) => {
  await world.put('scenario', { scenario: 'empty' })
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('No events')
})

for (const title of ['Rehearsal', 'Concert', 'Workshop', 'Lecture']) {
  test(`a test that adds a ${title} sees only this event`, async ({ page, request, world }) => {
    await world.put('scenario', { scenario: 'empty' })
    await page.goto('/')
    await page.getByLabel('Title').fill(title)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('listitem')).toHaveText([`${title} Sold out`])
    const response = await request.get(`${world.api}/events?_fields=events.title`)
    expect(await response.json()).toEqual({ events: [{ title }] })
  })
}

test('the calendar shows an error while the service is down', async ({ page, world }) => {
  await world.put('faults', { faults: ['GET /events 503'] })
  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Monday, January 7, 2030')
  await expect(page.getByRole('alert')).toBeVisible()
})
