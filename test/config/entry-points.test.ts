import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { listWith, nameImport } from '../../scripts/entry-points.ts'
import { node, type Packed, pack } from '../packed.ts'

let packed: Packed
beforeAll(async () => {
  packed = await pack()
}, 60_000)
afterEach(() => void vi.unstubAllEnvs())
afterAll(() => packed?.remove())

/** The start of a program that reports the options of a mock. */
const report = `
function report({ seed, events, scenario, sites }) {
  const languages = sites.map(({ language }) => language)
  writeFileSync('report.json', JSON.stringify({ seed, events, scenario, languages }))
}`
const header = `import { writeFileSync } from 'node:fs'${report}\n`

/** A program by entry point: the packages that it imports, its file, and the arguments of Node that run it. */
const programs = [
  {
    entry: 'calmock/node',
    modules: ['msw'],
    args: ['program.mjs'],
    code: `${header}import { setupCalmock } from 'calmock/node'
report(setupCalmock({ events: 9 }))`,
  },
  {
    entry: 'calmock/vitest',
    modules: ['msw', 'vitest'],
    args: ['node_modules/vitest/vitest.mjs', 'run', 'first.test.mjs'],
    code: `${header}import { test } from 'vitest'
import { useCalmock } from 'calmock/vitest'
const mock = useCalmock({ events: 9 })
test('reports', () => report(mock))`,
  },
  {
    entry: 'calmock/jest',
    modules: ['msw'],
    args: ['program.cjs'],
    code: `const { writeFileSync } = require('node:fs')${report}
report(require('calmock/jest').useCalmock({ events: 9 }))`,
  },
  {
    entry: 'calmock/playwright',
    modules: ['msw', '@playwright/test'],
    args: ['node_modules/@playwright/test/cli.js', 'test', 'first.spec.mjs'],
    code: `${header}import { test } from 'calmock/playwright'
test.use({ calmockOptions: { events: 9 } })
test('reports', ({ calmockServer }) => report(calmockServer.mock))`,
  },
  {
    entry: 'calmock/vite',
    modules: ['msw', 'vite'],
    args: ['program.mjs'],
    code: `${header}import { calmock } from 'calmock/vite'
import { createServer } from 'vite'
const plugins = [calmock({ events: 9 })]
const options = { port: 0, ws: false, watch: null }
const server = await createServer({ configFile: false, logLevel: 'silent', plugins, server: options })
await server.listen()
const url = \`http://localhost:\${server.httpServer.address().port}/api\`
const world = await (await fetch(url + '/__calmock/world')).json()
const status = async (language) => (await fetch(\`\${url}/\${language}/cal/events/v1\`)).status
const sites = (await status('en')) === 200 && (await status('de')) === 404 ? [{ language: 'en' }] : []
report({ ...world, sites })
await server.close()`,
  },
]

test('each entry point that reads the config file has a program', () => {
  const names = programs.map(({ entry }) => entry)
  expect(names.sort()).toEqual(listWith('readsConfig').map(nameImport).sort())
})

test.each(programs)(
  '$entry takes options from the call, else from variables, else from the config file',
  async ({ modules, args, code }) => {
    const file = args.at(-1) ?? ''
    const options = { seed: 7, events: 7, sites: ['en'] }
    const folder = await packed.project(['tsx', ...modules], {
      [file]: code,
      'package.json': '{}',
      'calmock.config.ts': `export default ${JSON.stringify(options)} satisfies object`,
    })
    await mkdir(join(folder, 'node_modules/@jest/globals'), { recursive: true })
    const hooks = 'exports.beforeAll = exports.afterEach = exports.afterAll = () => {}'
    await writeFile(join(folder, 'node_modules/@jest/globals/index.js'), hooks)
    vi.stubEnv('CALMOCK_SEED', '8')
    vi.stubEnv('CALMOCK_EVENTS', '8')
    const { stdout, stderr } = await node(args, folder)
    const text = await readFile(join(folder, 'report.json'), 'utf8').catch(() => stdout + stderr)
    const expected = { seed: 8, events: 9, scenario: 'city', languages: ['en'] }
    expect(text).toBe(JSON.stringify(expected))
  },
  60_000,
)
