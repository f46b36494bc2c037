import { expect, test } from 'calmock/playwright'

test('the calendar shows an error, and recovers', async ({ page, calmock }) => {
  calmock.faults = 'GET /events 503 1x'
  await page.goto('/')
  await expect(page.getByRole('alert')).toHaveText('The events could not be loaded.')
  await page.reload()
  await expect(page.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('an event can be sent again after an error', async ({ page, calmock }) => {
  calmock.faults = 'POST /events 503 1x'
  await page.goto('/')
  await page.getByLabel('Title').fill('Open rehearsal')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('alert')).toHaveText('The event could not be saved.')
  await expect(page.getByLabel('Title')).toHaveValue('Open rehearsal')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('listitem').first()).toContainText('Open rehearsal')
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the calendar loads again after the ten seconds of Retry-After', async ({ page, calmock }) => {
  calmock.faults = 'GET /events 503 1x'
  await page.goto('/')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(page.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('alert')).toBeHidden()
})

test('the calendar shows an error without a connection', async ({ page, calmock }) => {
  calmock.faults = '* offline'
  await page.goto('/')
  await expect(page.getByRole('alert')).toBeVisible()
})

test('the calendar says that it is loading', async ({ page, calmock }) => {
  calmock.delay = 1000
  await page.goto('/')
  await expect(page.getByRole('status')).toHaveText('Loading')
  await expect(page.getByRole('listitem')).toHaveCount(5)
})

test.describe('in maintenance', () => {
  test.use({ calmockNetwork: { fault: '* maintenance', delay: 20 } })

  test('the calendar shows an error until the maintenance ends', async ({ page, calmock }) => {
    await page.goto('/')
    await expect(page.getByRole('alert')).toBeVisible()
    calmock.faults = []
    await page.reload()
    await expect(page.getByRole('listitem')).toHaveCount(5)
  })
})
