import { defineConfig } from 'vitest/config'

/** Tests with browsers, compilers, child processes, time limits or thousands of requests. */
const slow = [
  'test/{browser,dashboard,docs,examples,export,fuzz,model}/**/*.test.ts',
  'test/snippets/execute.test.ts',
  'test/{completions,package,types,without-msw}.test.ts',
  'test/cli/process.test.ts',
  'test/config/{entry-points,replaced-loader}.test.ts',
  'test/security/{large-bodies,limits}.test.ts',
  'test/seed/{determinism,golden,texts}.test.ts',
  'test/transports/{fault-conversation,service-worker,vite}.test.ts',
  'test/worker/{eviction,storage,storm,transport}.test.ts',
  'test/worlds/{memory,restore}.test.ts',
]

/** `npm test` runs the project `quick`; `npm run check` runs both. A new test is quick unless it is listed. */
export default defineConfig({
  test: {
    reporters: ['default', './test/count.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        // One process runs many files: imports take a fifth of the time, and src has no module state.
        test: { name: 'quick', include: ['test/**/*.test.ts'], exclude: slow, isolate: false },
      },
      { extends: true, test: { name: 'slow', include: slow } },
    ],
  },
})
