import { landmarks } from 'calmock'
import { expect, test } from 'calmock/playwright'

test('an empty calendar says so', async ({ page, calmock }) => {
  calmock.world.setScenario('empty')
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('No events')
})

test('a record that the test changes is different in the page', async ({ page, calmock }) => {
  const id = landmarks.events.jazzNight.id.en
  const now = '2030-01-07 12:00:00'
  calmock.world.db.event.update({
    where: { id: { equals: id } },
    data: { title: 'A short night', start_date: now, utc_start_date: now },
  })
  await page.goto('/')
  await expect(page.getByRole('list')).toContainText('A short night')
})

test('the page shows an event that another program creates', async ({ page, calmock, request }) => {
  const data = { title: 'Open rehearsal', start_date: 'now', end_date: '+1 hour' }
  const response = await request.post(`${calmock.api('en')}/events`, { data })
  expect(response.status()).toBe(201)
  await page.goto('/')
  await expect(page.getByRole('listitem').first()).toContainText('Open rehearsal')
})

test('two users see the same events', async ({ page, calmock, browser }) => {
  const context = await browser.newContext()
  await calmock.join(context)
  const otherPage = await context.newPage()

  await page.goto('/')
  await page.getByLabel('Title').fill('Open rehearsal')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('Open rehearsal')
  await otherPage.goto('/')
  await expect(otherPage.getByRole('listitem').first()).toContainText('Open rehearsal')
  await context.close()
})
