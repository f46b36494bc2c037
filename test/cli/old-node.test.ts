import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { useFolder } from '../folder.ts'
import { node, root } from '../packed.ts'

const at = useFolder()
const program = join(root, 'bin/calmock.js')

/** Runs the program in a Node that calls itself another version. */
async function runAs(version: string) {
  const versions = JSON.stringify({ ...process.versions, node: version })
  const text = `Object.defineProperty(process, 'versions', { value: ${versions} })`
  await writeFile(at('version.cjs'), text)
  return node(['--require', './version.cjs', program, 'scenarios'], at())
}

test.each(['16.20.2', '18.20.8', '20.18.1', '21.7.3', '22.11.0'])(
  'Node %s gets one sentence that names the accepted versions',
  async (version) => {
    expect(await runAs(version)).toEqual({
      code: 1,
      stdout: '',
      stderr: `calmock needs Node 20.19, or 22.12 and newer; this is ${version}\n`,
    })
  },
)

test.each(['20.19.0', '22.12.0', '23.0.0', '24.1.0'])(
  'Node %s runs the program',
  async (version) => {
    expect(await runAs(version)).toMatchObject({ code: 0, stderr: '' })
  },
)

test('the file that checks the version has no syntax that an old Node cannot read', async () => {
  await transform(await readFile(program, 'utf8'), { target: 'es5' }) // esbuild rejects `const`
})
