import 'esbuild' // tsx loads it, and it keeps the folder that it is first loaded in
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { initCommand, toolSetups, workerFiles } from '../../src/cli/init.ts'
import { importConfig } from '../../src/config/load-options.ts'
import { languages } from '../../src/contract/site.ts'
import { useFolder } from '../folder.ts'
import { ended, errorOf, start, transcript } from './program.ts'

const root = new URL('../../', import.meta.url).pathname
const at = useFolder()
beforeEach(() => process.chdir(at()))
afterEach(() => process.chdir(root))

const init = () => ended(start(['init']))
const noTool =
  'For a tool that is not in package.json: read README.md and docs/ in node_modules/calmock'

describe('calmock init', () => {
  test('an empty folder gets a config file', async () => {
    const { code, stdout, stderr } = await init()
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe(`Created calmock.config.ts.\n\n${noTool}\n\nStart the mock: npx calmock\n`)
    const { sites, ...others } = await importConfig('calmock.config.ts')
    expect(sites?.toSorted()).toEqual([...languages].sort())
    expect([sites?.[0], others]).toEqual(['en', {}])
  })

  test('a project that cannot load TypeScript gets a config file in JavaScript', async () => {
    const stdout = transcript()
    const io = { stdout, stderr: stdout, env: {}, pid: 1, dist: new URL(import.meta.url) }
    const command = initCommand(
      { ...io, untilStopped: async () => {}, beforeComputing: () => {} },
      () => false,
    )
    await command.parseAsync([], { from: 'user' })
    expect(stdout.text).toMatch(/^Created calmock\.config\.mjs\.\n/)
    expect(await readdir('.')).toEqual(['calmock.config.mjs'])
    const { sites } = await importConfig('calmock.config.mjs')
    expect(sites).toHaveLength(languages.length)
  })

  test('a CommonJS package gets a config file in JavaScript', async () => {
    await writeFile('package.json', '{"type":"commonjs"}') // as npm init writes it
    await init()
    expect(await readdir('.')).toEqual(['calmock.config.mjs', 'package.json'])
  })

  test('an invalid package.json is reported', async () => {
    await writeFile('package.json', '{')
    expect(await errorOf(['init'])).toMatch(/^cannot load package file package\.json: ./)
  })

  test.each(Object.entries(toolSetups))('the lines for %s are printed', async (tool, { lines }) => {
    const inApp = ['next', 'nuxt', 'express', 'astro', '@angular/core']
    const key = inApp.includes(tool) ? 'dependencies' : 'devDependencies'
    await writeFile('package.json', JSON.stringify({ type: 'module', [key]: { [tool]: '*' } }))
    const { stdout } = await init()
    expect(stdout).toContain(`${tool}: add to `)
    for (const line of lines) expect(stdout).toContain(`  ${line}\n`)
    expect(stdout.match(/: add to /g)).toHaveLength(1)
  })

  test.each([
    { packages: ['nuxt', 'vitest', '@nuxt/test-utils'], tools: ['nuxt', '@nuxt/test-utils'] },
    { packages: ['@sveltejs/kit', 'vite', 'vitest'], tools: ['vitest', '@sveltejs/kit'] },
    { packages: ['astro', 'vite', 'vitest'], tools: ['vitest', 'astro'] },
    { packages: ['react-router', '@react-router/dev', 'vite'], tools: ['vite'] },
    { packages: ['@angular/core', 'vitest'], tools: ['vitest', '@angular/core'] },
    { packages: ['react-native', 'jest'], tools: ['jest'] },
    { packages: ['webpack', 'webpack-dev-server'], tools: ['webpack-dev-server'] },
    { packages: ['vitest', 'bun'], tools: ['vitest'] },
    { packages: ['@rspack/core', '@rspack/dev-server'], tools: ['@rspack/dev-server'] },
    { packages: ['@rspack/cli', '@rspack/dev-server'], tools: ['@rspack/cli'] },
  ])('a project with $packages gets the lines for $tools alone', async ({ packages, tools }) => {
    const dependencies = Object.fromEntries(packages.map((name) => [name, '*']))
    await writeFile('package.json', JSON.stringify({ dependencies }))
    const { stdout } = await init()
    expect([...stdout.matchAll(/^(.+): add to /gm)].map(([, tool]) => tool)).toEqual(tools)
  })
})

test.each([
  ['bun.lock', 'bun'],
  ['deno.json', 'deno'],
])('a project with %s gets the lines for %s', async (file, tool) => {
  await writeFile(file, '{}')
  expect((await init()).stdout).toContain(`\n${tool}: add to a file of ${tool} test`)
})

test.each([
  ['vite', 'vite.config.mts', "import { calmock } from 'calmock/vite'"],
  ['astro', 'astro.config.mjs', 'import { calmock } from "calmock/vite"'],
  ['next', 'src/app/api/[...path]/route.js', "import { createCalmock } from 'calmock'"],
  ['next', 'src/mock.ts', "import { createCalmock } from 'calmock'"],
])('the lines for %s are not printed if %s has the mock', async (tool, file, text) => {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'export default {}')
  await writeFile('package.json', JSON.stringify({ devDependencies: { [tool]: '*' } }))
  expect((await init()).stdout).toContain(`\n${tool}: add to `)
  await rm('calmock.config.ts')
  await writeFile(file, text)
  expect((await init()).stdout).toBe(
    `Created calmock.config.ts.\n\n${tool}: ${file} imports calmock already\n\nStart the mock: npx calmock\n`,
  )
})

describe('calmock init --worker', () => {
  test('an empty folder gets the files of examples/cloudflare', async () => {
    const { code, stdout, stderr } = await ended(start(['init', '--worker']))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/^Created worker\.js and wrangler\.jsonc\.\n/)
    expect(await readdir('.')).toEqual(Object.keys(workerFiles))
    for (const name of await readdir('.')) {
      const example = await readFile(`${root}examples/cloudflare/${name}`, 'utf8')
      expect(await readFile(name, 'utf8')).toBe(example)
    }
  })
})

test.each([
  ['worker.js', 'init --worker'],
  ['wrangler.toml', 'init --worker'],
])('%s is not replaced by calmock %s', async (name, argv) => {
  await writeFile(name, '{}')
  const says = `${name} exists already, and calmock init does not change it`
  expect(await errorOf(argv.split(' '), {}, 1)).toBe(says)
  expect(await readdir('.')).toEqual([name])
})

test('a second run keeps the config file, and prints the lines again', async () => {
  await writeFile('package.json', '{"devDependencies":{"vite":"*"}}')
  const { stdout } = await init()
  const text = await readFile('calmock.config.ts', 'utf8')
  await writeFile('calmock.config.ts', `${text}// mine`)
  const says = 'calmock.config.ts exists already, and stays as it is.'
  const again = stdout.replace('Created calmock.config.ts.', says)
  expect(await init()).toEqual({ code: 0, stdout: again, stderr: '' })
  expect(await readFile('calmock.config.ts', 'utf8')).toBe(`${text}// mine`)
})

const tools = { devDependencies: { 'webpack-dev-server': '*', express: '*', vite: '*' } }
const required = "  const { setupCalmock, toNodeListener } = require('calmock/node')"
const imported = "  import { setupCalmock, toNodeListener } from 'calmock/node'"

test.each([
  ['a package without a type', {}, '', required],
  ['a package of the type commonjs', { type: 'commonjs' }, '', required],
  ['a package of ES modules', { type: 'module' }, '', imported],
  ['a configuration with module.exports', { type: 'module' }, 'module.exports = {}', required],
  ['a configuration with export default', {}, 'export default {}', imported],
])('the lines for webpack fit %s', async (_, manifest, config, line) => {
  await writeFile('package.json', JSON.stringify({ ...manifest, ...tools }))
  if (config) await writeFile('webpack.config.js', config)
  const { stdout } = await init()
  const [, text = ''] = stdout.split('webpack-dev-server: ')
  expect(text.split('\n')[2]).toBe(line)
  expect(stdout).toContain("  import { calmock } from 'calmock/vite'")
})
