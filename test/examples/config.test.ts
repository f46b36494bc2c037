import 'esbuild' // tsx loads it, and it keeps the folder that it is first loaded in
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serving } from '../cli/program.ts'

const folder = new URL('../../examples/config/', import.meta.url).pathname
const root = process.cwd()
beforeEach(() => process.chdir(folder))
afterEach(() => process.chdir(root))

test('the config file of the example sets the sites, the scenario and the data', async () => {
  const { stdout, url } = await serving([])
  expect(stdout.text).toContain(`  ${url}/de/cal/events/v1\n`)
  const read = async (search: string) => {
    const response = await fetch(`${url}/en/cal/events/v1/events?search=${search}&per_page=1`)
    return (await response.json()).events[0]
  }
  expect((await read('jazz')).title).toMatch(/\(cancelled\)$/)
  expect(await read('screen+printing')).toMatchObject({
    title: 'Screen printing for beginners',
    venue: { venue: 'Print Works', city: 'Leeds' },
    organizer: [{ organizer: 'North Studio' }],
    tags: [{ name: 'Paper' }],
  })
})
