const { useCalmock } = require('calmock/jest')

const mock = useCalmock()

test('calmock.config.js sets the options', () => {
  expect(mock.events).toBe(12)
})
