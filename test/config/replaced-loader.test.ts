import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { requireConfig } from '../../src/config/load-options.ts'

// Jest replaces this module by its own, which knows neither tsx nor ES modules
vi.mock('node:module', () => ({ createRequire: () => undefined }))

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-loader-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  ['ts', "export default { sites: ['en'] as const }"],
  ['mts', "export default { sites: ['en'] as const }"],
  ['js', "module.exports = { sites: ['en'] }"],
  ['mjs', "export default { sites: ['en'] }"],
  ['cjs', "module.exports = { sites: ['en'] }"],
])('a runner that replaces the module loader reads calmock.config.%s', async (extension, text) => {
  const file = join(folder, `calmock.config.${extension}`)
  await writeFile(file, text)
  expect(requireConfig(file)).toEqual({ sites: ['en'] })
})
