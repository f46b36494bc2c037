import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { listProjects } from '../../scripts/matrix/projects.ts'

const root = new URL('../..', import.meta.url).pathname

describe.each(await listProjects())('the project %s', (folder) => {
  const read = async (name: string) => readFile(`${root}${folder}/${name}`, 'utf8')

  test('the project has a test script and exact versions', async () => {
    const { scripts, dependencies, devDependencies } = JSON.parse(await read('package.json'))
    expect(scripts.test).toEqual(expect.any(String))
    for (const version of Object.values({ ...dependencies, ...devDependencies }))
      expect(version).toMatch(/^(npm:[\w-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/)
  })

  test('the lock file of the project names no registry', async () => {
    expect(await read('package-lock.json')).not.toContain('"resolved"')
  })
})
