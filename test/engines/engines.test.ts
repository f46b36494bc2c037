import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { browserOptions } from '../browser/launch.ts'
import { node } from '../packed.ts'
import { addresses, sites } from './addresses.ts'
import { buildProgram } from './build-program.ts'
import { hashInChromium } from './chromium.ts'
import { hashResponses } from './hash-responses.ts'

let expected: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'calmock-engines-'))
  expected = await hashResponses(createCalmock({ sites }).fetch)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('91 addresses, 13 of each of the seven sites, have their expected status', () => {
  expect([addresses.length, sites.length]).toEqual([91, 7])
  expect(expected).toMatch(/^[0-9a-f]{64}$/)
})

test('the built package returns the bytes of the source in a process of Node', async () => {
  const program = join(folder, 'program.mjs')
  await writeFile(program, await buildProgram('program'))
  const { stdout, stderr } = await node([program], folder)
  expect(stderr).toBe('')
  expect(stdout.trim()).toBe(expected)
})

test('the built package returns the same bytes in Chromium', async ({ skip }) => {
  const { executablePath } = await browserOptions()
  skip(executablePath !== undefined && !existsSync(executablePath), 'no browser is installed')
  expect(await hashInChromium()).toBe(expected)
}, 60_000)
