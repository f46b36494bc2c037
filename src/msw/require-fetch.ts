// imported before MSW, which fails with "Response is not defined" where Jest's jsdom has no fetch
if (typeof fetch === 'undefined')
  throw new Error(
    '[calmock] this test environment has no fetch; run `npm install --save-dev jest-fixed-jsdom` ' +
      "and set testEnvironment: 'jest-fixed-jsdom' in jest.config.js",
  )
