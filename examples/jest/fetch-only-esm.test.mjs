import { useCalmock } from 'calmock/jest'

useCalmock({ intercept: 'fetch' })

test('a test in an ES module lists five events without MSW', async () => {
  const response = await fetch('https://api.example/de/cal/events/v1/events?per_page=5')
  expect((await response.json()).events).toHaveLength(5)
})
