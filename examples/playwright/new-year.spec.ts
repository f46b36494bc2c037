import { expect, test } from 'calmock/playwright'

test.use({ calmockOptions: { sites: ['ar'], events: 200 } })

test('the third page of the list fails one time in three, at 23:59 on New Year’s Eve', async ({
  page,
  calmock,
}) => {
  await calmock.clock.set('2029-12-31T23:59:00Z')
  calmock.faults = ['GET /events?page=3 503 1/3']
  const read = (n: number) =>
    page.evaluate(
      async (url) => (await fetch(url)).status,
      `${calmock.api('ar')}/events?page=${n}&per_page=10`,
    )
  await page.goto(calmock.url)
  const thirdPages: number[] = []
  for (let n = 0; n < 12; n++) {
    expect(await read(2)).toBe(200)
    thirdPages.push(await read(3))
  }
  expect(thirdPages.filter((status) => status === 503)).toHaveLength(4)
  expect(thirdPages.filter((status) => status === 200)).toHaveLength(8)
  const failed = calmock.requests.filter(({ status }) => status === 503)
  expect(failed[0]).toMatchObject({ path: '/events', site: 'ar', language: 'ar', fault: '503' })
  expect(failed[0]?.curl).toContain('page=3')
})
