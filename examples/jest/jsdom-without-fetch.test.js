/** @jest-environment jsdom */

test('calmock names the environment to use instead of plain jsdom', () => {
  const { useCalmock } = require('calmock/jest')
  expect(() => useCalmock()).toThrow("testEnvironment: 'jest-fixed-jsdom'")
})
