import { execFileSync } from 'node:child_process'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from '../packed.ts'

/** A module hook that makes the import of graphql fail. */
const hook = `export const resolve = (name, context, next) => {
  if (/^graphql\\b/.test(name)) throw new Error('graphql is loaded by ' + context.parentURL)
  return next(name, context)
}`
const register = `import { register } from 'node:module'
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)})`

const program = `import { createCalmock } from './src/index.ts'
  import { createLifeCycle } from './src/intercept/msw/test-life-cycle.ts'
  const settings = { intercept: 'msw', onUnhandledRequest: 'error' }
  const { start, stop } = createLifeCycle(createCalmock({ events: 3 }), settings)
  await start()
  const { status } = await fetch('https://api.example/de/cal/events/v1/events')
  stop()
  console.log(status)`

test('a file of tests loads MSW without graphql', async () => {
  const { outputFiles } = await build({
    ...{ stdin: { contents: program, resolveDir: root }, absWorkingDir: root, write: false },
    ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external' },
  })
  const hooks = ['--import', `data:text/javascript,${encodeURIComponent(register)}`]
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  const output = execFileSync(process.execPath, [...hooks, '--input-type=module'], {
    ...{ cwd: root, env, encoding: 'utf8' },
    input: outputFiles[0]?.text ?? '',
  })
  expect(output.trim()).toBe('200')
})
