import type { EventList } from 'calmock'
import { expect, test } from 'calmock/playwright'

for (let n = 1; n <= 40; n++) {
  test(`test ${n} of 40 sees only the events that it wrote`, async ({ page, calmock }) => {
    calmock.world.setScenario('empty')
    await page.goto('/')
    await expect(page.getByRole('status')).toHaveText('No events')

    for (const title of ['Rehearsal', 'Concert']) {
      await page.getByLabel('Title').fill(title)
      await page.getByRole('button', { name: 'Add' }).click()
      await expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible()
    }
    const concert = page.getByRole('listitem').filter({ hasText: 'Concert' })
    await concert.getByRole('button', { name: 'Sold out' }).click()
    await expect(concert).toContainText('Concert (sold out)')
    await expect(page.getByRole('listitem')).toHaveCount(2)

    const url = `${calmock.api('en')}/events`
    const { events }: EventList = await (await calmock.world.fetch(url)).json()
    expect(events.map(({ title }) => title).sort()).toEqual(['Concert (sold out)', 'Rehearsal'])

    for (const title of ['Concert', 'Rehearsal']) {
      const item = page.getByRole('listitem').filter({ hasText: title })
      await item.getByRole('button', { name: 'Delete' }).click()
      await expect(item).toBeHidden()
    }
    await expect(page.getByRole('status')).toHaveText('No events')
    for (const { id } of events)
      expect((await calmock.world.fetch(`${url}/${id}`)).status).toBe(410)
  })
}
