import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = new URL('../..', import.meta.url).pathname

/** A module hook that makes the import of graphql fail. */
const hook = `export const resolve = (name, context, next) => {
  if (/^graphql\\b/.test(name)) throw new Error('graphql is loaded by ' + context.parentURL)
  return next(name, context)
}`
const register = `import { register } from 'node:module'
register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(hook)}`)})`

const program = `import { createCalmock } from './src/index.ts'
  import { createInterceptor } from './src/intercept/msw/create-interceptor.ts'
  import { createLifeCycle } from './src/intercept/msw/test-life-cycle.ts'
  const mock = createCalmock({ events: 3 })
  const { start, stop } = createLifeCycle(mock, createInterceptor(mock, 'msw', 'error'))
  await start()
  const { status } = await fetch('https://api.example/de/cal/events/v1/events')
  stop()
  console.log(status)`

test('a file of tests loads MSW without graphql', async () => {
  const hooks = [
    '--import',
    'tsx',
    '--import',
    `data:text/javascript,${encodeURIComponent(register)}`,
  ]
  const argv = [...hooks, '--input-type=module', '--eval', program]
  const { NODE_OPTIONS: _, VITEST: __, ...env } = process.env
  const { stdout } = await promisify(execFile)(process.execPath, argv, { cwd: root, env })
  expect(stdout.trim()).toBe('200')
}, 30_000)
