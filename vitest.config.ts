import { defineConfig } from 'vitest/config'

/** Promises that hold for each change: the same bytes, nothing lost, nothing let in. `npm cit` runs them too. */
const gate = [
  'test/seed/{cities,coherence,determinism,golden,large-worlds}.test.ts',
  'test/security/{large-bodies,limits,small-chunks}.test.ts',
  'test/engines/*.test.ts',
  'test/transports/fault-conversation.test.ts',
  'test/worlds/{accepted-controls,answers,freshness,parallel,restore}.test.ts',
  'test/cli/{code-cache,compare,export,state}.test.ts',
  'test/cli/full-disk.test.ts', // replaces the file system of its process
  'test/faults/clients.test.ts',
  'test/http/follow-worlds.test.ts', // replaces the fetch of its process
  'test/dom/life-cycle-*.test.ts', // the same
]

/** Tests with browsers, compilers, the packed package, or packages of their own (`docs/`, `test/tools/`). */
const slow = [
  'test/{browser,docs,examples,export,fuzz,model,snippets,tools}/**/*.test.ts',
  'test/dashboard/*.test.ts',
  'test/{completions,types,without-msw,wire}.test.ts',
  'test/cli/{compare-scenarios,full-memory,mcp,process,terminal}.test.ts',
  'test/config/{entry-points,replaced-loader}.test.ts',
  'test/http/kept.test.ts',
  'test/request-log/paste.test.ts',
  'test/seed/texts.test.ts',
  'test/transports/{msw-parts,service-worker,vite}.test.ts',
  'test/worlds/memory.test.ts',
]

/** `npm test` runs the project `quick`, `npm cit` also `gate`, `npm run check` all. A new test is quick unless it is listed. */
export default defineConfig({
  test: {
    reporters: ['default', './test/count.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    // the second run of an unchanged file does not compile it again
    experimental: { fsModuleCache: true, fsModuleCachePath: 'node_modules/.cache/vitest' },
    projects: [
      {
        extends: true,
        // a process runs many files: imports take a fifth of the time, and src has no module state
        test: {
          name: 'quick',
          include: ['test/**/*.test.ts'],
          exclude: ['**/node_modules/**', ...gate, ...slow],
          isolate: false,
        },
      },
      // processes start late on a busy machine
      { extends: true, test: { name: 'gate', include: gate, testTimeout: 60_000 } },
      {
        extends: true,
        test: {
          name: 'slow',
          include: slow,
          exclude: ['**/node_modules/**'],
          globalSetup: './scripts/install-tools.ts',
          // a page on a busy machine answers late; what never comes fails all the same
          testTimeout: 120_000,
          expect: { poll: { timeout: 20_000 } },
        },
      },
    ],
  },
})
