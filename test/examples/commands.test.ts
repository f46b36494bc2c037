import { readdir, readFile } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { CommandProject } from './command-project.ts'

const folder = new URL('../../examples/commands/', import.meta.url)
const names = (await readdir(folder)).filter((name) => name.endsWith('.sh'))

/** Matches a comment about a file: `# creates public/mock/calmock.js`. */
const CREATES = /# creates (\S+)/g

test.each(names)(
  'the commands of examples/commands/%s do what its comments say',
  async (name) => {
    const text = await readFile(new URL(name, folder), 'utf8')
    const project = await CommandProject.create(
      name.replace('.sh', ''),
      text.includes('CALMOCK_TOKEN') ? { CALMOCK_TOKEN: 'secret' } : {},
    )
    onTestFinished(() => project.remove())
    for (const command of text.split('\n').filter((line) => /^[^#]/.test(line)))
      await project.run(command)
    await project.stop()
    for (const [, path = ''] of text.matchAll(CREATES))
      expect(project.exists(path), `${path} exists`).toBe(true)
  },
  60_000,
)
