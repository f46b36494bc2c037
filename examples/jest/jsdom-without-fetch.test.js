/** @jest-environment jsdom */

test('calmock names the environment to use instead of plain jsdom', () => {
  expect(() => require('calmock/jest')).toThrow("testEnvironment: 'jest-fixed-jsdom'")
})
