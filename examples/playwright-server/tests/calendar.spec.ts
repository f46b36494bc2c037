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
    await expect(page.getByRole('listitem')).toContainText([title])
    const response = await request.get(`${world.api}/events?_fields=events.title`)
    expect(await response.json()).toEqual({ events: [{ title }] })
  })
}

test('an event can be sent again after an error', async ({ page, world }) => {
  await world.put('scenario', { scenario: 'empty' })
  await world.put('faults', { faults: ['POST /events 503 1x'] })
  await page.goto('/')
  await page.getByLabel('Title').fill('Rehearsal')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('alert')).toHaveText('The event could not be saved.')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('listitem')).toContainText(['Rehearsal'])

  const requests = await world.listRequests()
  const writes = requests.filter(({ method }) => method === 'POST')
  expect(writes.map(({ path, status }) => `${path} ${status}`)).toEqual([
    '/events 503',
    '/events 201',
  ])
})

test('a header makes one request fail', async ({ request, world }) => {
  const headers = { 'x-calmock-fault': '503' }
  expect((await request.get(`${world.api}/events`, { headers })).status()).toBe(503)
  expect((await request.get(`${world.api}/events`)).status()).toBe(200)
})

test('the calendar shows an error while the service is down', async ({ page, world }) => {
  await world.put('faults', { faults: ['GET /events 503'] })
  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Monday, January 7, 2030')
  await expect(page.getByRole('alert')).toBeVisible()
})
