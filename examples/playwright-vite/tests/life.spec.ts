import { expect, test } from 'calmock/playwright'

test('an event is created at the second try, changed and deleted', async ({ page, calmock }) => {
  const alert = page.getByRole('alert')
  const item = page.getByRole('listitem')
  const add = page.getByRole('button', { name: 'Add' })
  calmock.world.setScenario('empty')
  calmock.faults = 'POST /events 503 1x'
  await page.goto('/')

  await page.getByLabel('Title').fill('Rehearsal')
  await add.click()
  await expect(alert).toHaveText('The event could not be saved.')
  await expect(item).toHaveCount(0)

  await add.click()
  await expect(item).toContainText('Rehearsal')
  await expect(alert).toBeHidden()

  await item.getByRole('button', { name: 'Sold out' }).click()
  await expect(item).toContainText('Rehearsal (sold out)')

  await item.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByRole('status')).toHaveText('No events')

  const writes = calmock.requests.filter(({ method }) => method !== 'GET')
  const { id } = JSON.parse(writes[1]?.responseBody ?? '')
  expect(writes.map(({ method, path, status }) => `${method} ${path} ${status}`)).toEqual([
    'POST /events 503',
    'POST /events 201',
    `POST /events/${id} 200`,
    `DELETE /events/${id} 200`,
  ])
  const deleted = await calmock.world.fetch(`${calmock.api('en')}/events/${id}`)
  expect(deleted.status).toBe(410)
})
