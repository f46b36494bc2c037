import { expect, test } from 'calmock/playwright'

/** Pages that read the events again on each request. */
const livePages = ['/']

/** Pages that read the events through a cache of the framework. */
const cachedPages: string[] = ['/cached', '/force-cache', '/use-cache', '/unstable-cache']

for (let n = 1; n <= 40; n++) {
  test(`test ${n} sees what it has written, and nothing else`, async ({ page, calmock }) => {
    const items = page.getByRole('listitem')
    calmock.world.setScenario('empty')
    await page.goto('/')
    await expect(items).toHaveCount(0)

    await page.getByLabel('Title').fill(`Form ${n}`)
    await page.getByRole('button', { name: 'Add' }).click()
    await expect(items).toHaveText([`Form ${n}`])
    for (const path of cachedPages) {
      await page.goto(path)
      await expect(items).toHaveText([`Form ${n}`])
    }

    const made = await page.request.post('/events', { data: { title: `Endpoint ${n}` } })
    expect(made.status()).toBe(201)
    for (const path of livePages) {
      const html = await (await page.request.get(path)).text()
      const titles = new Set(html.match(/(Form|Endpoint) \d+/g))
      expect(titles).toEqual(new Set([`Form ${n}`, `Endpoint ${n}`]))
    }
    for (const path of cachedPages) {
      await page.goto(path)
      await expect(items).toHaveText([`Form ${n}`])
    }
  })
}
