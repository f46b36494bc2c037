import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const folder = new URL('../../examples/programs/', import.meta.url)
const names = await readdir(folder)

/** Comments after `console.log(...)`: the lines that the program prints. */
const expectedOutput = (code: string): string =>
  [...code.matchAll(/^ *console\.log\(.*\) \/\/ (.*)$/gm)].map(([, line]) => `${line}\n`).join('')

test.each(names)('examples/programs/%s prints what its comments say', async (name) => {
  const file = new URL(name, folder)
  const args = ['--import', 'tsx', file.pathname]
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder.pathname })
  const expected = expectedOutput(await readFile(file, 'utf8'))
  expect(expected).not.toBe('')
  expect(stdout).toBe(expected)
})
