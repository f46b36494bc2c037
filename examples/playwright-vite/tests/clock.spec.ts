import { landmarks } from 'calmock'
import { expect, test } from 'calmock/playwright'

test('the calendar of the next day', async ({ page, calmock }) => {
  await page.goto('/')
  await expect(page.getByRole('heading')).toHaveText('Monday, January 7, 2030')
  await calmock.clock.advance('P1D')
  await page.reload()
  await expect(page.getByRole('heading')).toHaveText('Tuesday, January 8, 2030')
})

test('an event that is over is not in the list', async ({ page, calmock }) => {
  const title = landmarks.events.jazzNight.title.en
  await calmock.clock.set('2030-01-11T18:00:00Z')
  await page.goto('/')
  await expect(page.getByRole('list')).toContainText(title)
  await calmock.clock.advance('P2D')
  await page.reload()
  await expect(page.getByRole('listitem')).toHaveCount(5)
  await expect(page.getByRole('list')).not.toContainText(title)
})
