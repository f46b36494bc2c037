import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import manifest from '../../package.json' with { type: 'json' }
import { commands } from '../../scripts/docs/tables/options.ts'
import { controlRoutes } from '../../src/control/routes.ts'
import { mockOptions } from '../../src/options/mock-options.ts'

// test/docs/documents.test.ts runs its blocks
const text = await readFile(new URL('../../skills/calmock/SKILL.md', import.meta.url), 'utf8')
const prose = text.replace(/^```[\s\S]*?^```$/gm, '')
const code = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

/** Returns the first groups of the matches of a pattern in inline code. There is one at least. */
function find(pattern: RegExp): readonly string[] {
  const found = code.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))
  expect(found).not.toEqual([])
  return found
}

test('the skill has the head that agents read, and fits on one page', () => {
  const [, name, description = ''] =
    /^---\nname: (.+)\ndescription: (.+)\n---\n\n# /.exec(text) ?? []
  expect(name).toBe('calmock')
  expect(description.length).toBeGreaterThan(100)
  expect(description.length).toBeLessThan(1024)
  expect(description).not.toContain(': ') // of YAML
  expect(text.trim().split('\n').length).toBeLessThan(170)
})

test('the skill names commands, flags, options, entry points, routes and scenarios that exist', () => {
  const names = commands.map((command) => command.name())
  expect(names).toEqual(expect.arrayContaining([...find(/^npx calmock ([a-z]+)/g)]))
  const flags = commands.flatMap(({ options }) => options.map(({ long }) => long))
  const named = find(/(--[a-z][\w-]+)/g).filter((flag) => flag !== '--help')
  expect(flags).toEqual(expect.arrayContaining(named))
  const doors = find(/^(?:calmock)?(\/[a-z]+)$/g).map((door) => `.${door}`)
  expect([...new Set(['.', ...doors])].sort()).toEqual(Object.keys(manifest.exports).sort())
  const routes = Object.keys(controlRoutes)
  for (const route of find(/\/__calmock(\/\w+)/g)) expect(routes).toContain(route)
  const [, list = ''] = /\*\*Scenarios\*\*(.*?)\. `npx/.exec(prose) ?? []
  const listed = [...list.matchAll(/`([a-z-]+)`/g)].map(([, name]) => name)
  expect(listed.length).toBeGreaterThan(5)
  expect(scenarios.map(({ name }) => name)).toEqual(expect.arrayContaining(listed))
  const options = find(/^(sites|preset|namespace|root|baseUrl|now|data)\b/g)
  expect(Object.keys(mockOptions)).toEqual(expect.arrayContaining([...options]))
})
