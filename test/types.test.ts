import { execFile } from 'node:child_process'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = new URL('..', import.meta.url)
const folder = new URL('node_modules/.cache/calmock-types/', root)

/** What a user writes, with three mistakes that the types have to find. */
const program = `
import { createCalmock, defineScenario, landmarks } from 'calmock'
import type { Clock, Draft, Drafts, Event, EventListQuery, Landmark, Now, Problem, Stage } from 'calmock'
import { listen } from 'calmock/node'

export const slug: string = landmarks.events.jazzNight.slug.hi
// @ts-expect-error there is no such landmark
landmarks.events.nothing
export const mock = createCalmock({ events: 3, scenario: 'one' })
export const count: number = mock.handlers.length
export const url: Promise<string> = listen(mock).then((listening) => listening.url)
// @ts-expect-error there is no such option
createCalmock({ evnts: 3 })
export const query: EventListQuery = { per_page: 5, status: ['draft'] }
// @ts-expect-error there is no such status
export const wrong: EventListQuery = { status: ['gone'] }
export const title = ({ title }: Event): string => title
export type Others = [Clock, Draft, Drafts, Landmark, Now, Problem, Stage]
defineScenario({ name: 'x', about: 'y', change: (drafts) => ({ ...drafts, event: [] }) })
`

beforeAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await mkdir(new URL('node_modules/', folder), { recursive: true })
  await symlink(root.pathname, new URL('node_modules/calmock', folder))
  await writeFile(new URL('program.ts', folder), program)
  await writeFile(new URL('package.json', folder), '{"type":"module"}')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each(['bundler', 'node16'])(
  'the built package has its types, with moduleResolution %s',
  async (resolution) => {
    const module = resolution === 'bundler' ? 'esnext' : 'node16'
    const flags = `--noEmit --strict --skipLibCheck --target es2023 --types node`.split(' ')
    const tsc = new URL('node_modules/typescript/bin/tsc', root).pathname
    const args = [tsc, ...flags, '--module', module, '--moduleResolution', resolution, 'program.ts']
    const run = promisify(execFile)(process.execPath, args, { cwd: folder.pathname })
    expect(await run.catch((error) => error)).toMatchObject({ stdout: '' })
  },
  60_000,
)
