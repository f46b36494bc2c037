import { expect, test } from 'vitest'
import { ended, errorOf, start } from './program.ts'

test('calmock routes lists all 52 pairs of method and path, one per line', async () => {
  const { code, stdout, stderr } = await ended(start(['routes']))
  const lines = stdout.trimEnd().split('\n')
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(new Set(lines).size).toBe(52)
  expect(lines).toHaveLength(52)
  for (const line of lines)
    expect(line).toMatch(/^(GET|POST|PUT|PATCH|DELETE) +\/en\/cal\/events\/v1/)
  expect(lines).toContain('GET    /en/cal/events/v1')
  expect(lines).toContain('PATCH  /en/cal/events/v1/events/by-slug/{slug}')
  expect(lines).toContain('DELETE /en/cal/events/v1/tags/{id}')
})

test('calmock routes --json lists the same routes as JSON', async () => {
  const table = await ended(start(['routes']))
  const { code, stdout } = await ended(start(['routes', '--json']))
  const routes = JSON.parse(stdout) as { method: string; path: string }[]
  expect(code).toBe(0)
  expect(routes.map(({ method, path }) => `${method.padEnd(7)}${path}`)).toEqual(
    table.stdout.trimEnd().split('\n'),
  )
})

test.each([
  ['--sites en', '/en/cal/events/v1'],
  ['--sites en --root /wp-json', '/wp-json/cal/events/v1'],
  ['--root /:site/wp-json --namespace tribe/events/v1', '/en/wp-json/tribe/events/v1'],
])('calmock routes %s lists paths that the server answers', async (argv, path) => {
  const { stdout } = await ended(start(['routes', ...argv.split(' ')]))
  expect(stdout).toMatch(`GET    ${path}/events\n`)
})

test('calmock routes reads environment variables and rejects invalid flags', async () => {
  const { stdout } = await ended(start(['routes'], { CALMOCK_SITES: 'fr' }))
  expect(stdout).toMatch('GET    /fr/cal/events/v1/events\n')
  expect(await errorOf(['routes', '--root', '/x'])).toContain('invalid --root "/x"')
})
