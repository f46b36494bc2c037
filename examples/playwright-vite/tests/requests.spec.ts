import { expect, test } from 'calmock/playwright'

test('the page sends a new event once, and reads the list again', async ({ page, calmock }) => {
  await page.goto('/')
  await expect(page.getByRole('listitem')).toHaveCount(5)
  await page.getByLabel('Title').fill('Open rehearsal')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('Open rehearsal')

  expect(calmock.requests).toMatchObject([
    { method: 'GET', path: '/events', query: { per_page: '5' }, status: 200 },
    { method: 'POST', path: '/events', site: 'en', status: 201 },
    { method: 'GET', path: '/events', query: { per_page: '5' }, status: 200 },
  ])
  expect(JSON.parse(calmock.requests[1]?.requestBody ?? '').title).toBe('Open rehearsal')
  expect(calmock.requests.flatMap(({ notes }) => notes)).toEqual([])
})

test('the list has the requests of the page alone', async ({ page, calmock, request }) => {
  const url = `${calmock.api('en')}/events`
  await request.post(url, { data: { title: 'Rehearsal', start_date: 'now', end_date: '+1 hour' } })
  calmock.world.clearRequests()
  await page.goto('/')
  await expect(page.getByRole('listitem').first()).toContainText('Rehearsal')
  const headers = { 'x-calmock-log': 'none' }
  await request.get(url, { headers })
  await calmock.world.fetch(url, { headers })

  expect(calmock.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /events'])
})
