import { cp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useFolder } from '../folder.ts'
import { node, root } from '../packed.ts'

const at = useFolder()

test('bin/calmock.js without a build says in one line what to run', async () => {
  await cp(join(root, 'bin'), at('bin'), { recursive: true })
  await writeFile(at('package.json'), '{"type":"module"}')
  expect(await node(['bin/calmock.js', '--sites', 'en'], at())).toEqual({
    code: 1,
    stdout: '',
    stderr: 'calmock: this clone has no build; run npm ci, which makes one, or npm run build\n',
  })
})
