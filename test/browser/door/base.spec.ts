import { expect, test } from '../../../src/playwright.ts'

test.use({ calmockOptions: { baseUrl: 'https://api.example/v2', empty: true, now: 'real' } })

test('the fixture serves a mock with a base URL at that URL and on its server', async ({
  page,
  calmock,
}) => {
  await page.route('https://other.example/**', (route) => route.fulfill({ json: 'other' }))
  const fixed = 'https://api.example/v2/de/cal/events/v1'
  expect(calmock.api('de')).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+\/v2\/~[a-z0-9-]+\/de\/cal\/events\/v1$/,
  )
  const { origin } = new URL(calmock.url)
  await page.goto(`${fixed}`)
  const [made, ...seen] = await page.evaluate(
    async ([fixed, ...urls]) => {
      const made = await fetch(`${fixed}/tags`, {
        method: 'POST',
        body: new URLSearchParams({ name: 'Neu' }),
      })
      const seen = urls.map(async (url) => (await fetch(url)).json())
      return [await made.json(), ...(await Promise.all(seen))]
    },
    [
      fixed,
      `${fixed}/tags?hide_empty=false`,
      `${calmock.api('de')}/tags?hide_empty=false`,
      `${origin}/v2/de/cal/events/v1/tags?hide_empty=false`,
      'https://other.example/v2/de/cal/events/v1/tags',
    ] as const,
  )
  expect(made.name).toBe('Neu')
  expect(seen.map((body) => body.total ?? body)).toEqual([1, 1, 1, 'other'])
})

test('the fixture leaves the clock of the page alone when the mock uses the real time', async ({
  page,
}) => {
  expect(await page.evaluate(() => 'isFake' in Date)).toBe(false)
})
