import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { browserOptions } from '../browser/launch.ts'
import { useFolder } from '../folder.ts'
import { node } from '../packed.ts'
import { addresses, sites } from './addresses.ts'
import { buildProgram } from './build-program.ts'
import { hashInChromium } from './chromium.ts'
import { hashResponses } from './hash-responses.ts'

const at = useFolder()
let expected: string
beforeAll(async () => {
  expected = await hashResponses(createCalmock({ sites }).fetch)
})

test('91 addresses, 13 of each of the seven sites, have their expected status', () => {
  expect([addresses.length, sites.length]).toEqual([91, 7])
  expect(expected).toMatch(/^[0-9a-f]{64}$/)
})

test('the built package returns the bytes of the source in a process of Node', async () => {
  await writeFile(at('program.mjs'), await buildProgram('program'))
  const { stdout, stderr } = await node(['program.mjs'], at())
  expect(stderr).toBe('')
  expect(stdout.trim()).toBe(expected)
})

test('the built package returns the same bytes in Chromium', async ({ skip }) => {
  const { executablePath } = await browserOptions()
  skip(executablePath !== undefined && !existsSync(executablePath), 'no browser is installed')
  expect(await hashInChromium()).toBe(expected)
}, 60_000)
