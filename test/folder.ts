import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

/** Gives each test a new folder, which is removed after it. Returns a function that joins a name to its path. */
export function useFolder(parent = tmpdir()): (...names: readonly string[]) => string {
  let folder = ''
  beforeEach(async () => {
    folder = await mkdtemp(join(parent, 'calmock-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  return (...names) => join(folder, ...names)
}
