const { useCalmock } = require('calmock/jest')

useCalmock()

test('lists five events', async () => {
  const response = await fetch('https://api.example/de/cal/events/v1/events?per_page=5')
  expect((await response.json()).events).toHaveLength(5)
})
