import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { node, root } from '../packed.ts'

test('bin/calmock.js without a build says in one line what to run', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'calmock-clone-'))
  onTestFinished(() => rm(clone, { recursive: true }))
  await cp(join(root, 'bin'), join(clone, 'bin'), { recursive: true })
  await writeFile(join(clone, 'package.json'), '{"type":"module"}')
  expect(await node(['bin/calmock.js', '--sites', 'en'], clone)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'calmock: this clone has no build; run npm ci, which makes one, or npm run build\n',
  })
})
