import { expect, test } from 'vitest'
import { scenarios } from '../../fixtures/scenarios/index.ts'
import { ended, serving, start } from './program.ts'

/** Returns the places that differ between a mock and a mock of its records. */
async function compare(argv: readonly string[], path: string): Promise<readonly string[]> {
  const { url } = await serving(argv)
  const { stdout } = await ended(start(['compare', `${url}${path}`, '--json']))
  const { routes } = JSON.parse(stdout)
  return Object.entries<{ differences: object }>(routes).flatMap(([route, { differences }]) =>
    Object.keys(differences).map((place) => `${route}: ${place}`),
  )
}

const languages = ['de', 'hi', 'zh-hans']
const named = scenarios
  .map(({ name }, n) => ({ name, language: languages[n % 3] ?? '' }))
  .filter(({ name }) => name !== 'huge') // has more pages than a comparison requests

test.each(named)(
  'of the scenario $name in $language, only what the documents name differs from a copy',
  async ({ name, language }) => {
    expect(await compare(['--scenario', name, '--sites', language], `/${language}`)).toEqual(
      name === 'half-translated' ? ['GET /events: value events[].venue.status'] : [],
    )
  },
)

test.each(named)(
  'of the scenario $name with the preset, only what the documents name differs from a copy',
  async ({ name }) => {
    const preset = ['--preset', 'the-events-calendar', '--sites', 'en']
    const found = await compare([...preset, '--scenario', name], '')
    const times = /^GET \/events(\/\{id\})?: value (events\[\]\.)?start_date/
    if (name === 'dst') expect(found.filter((place) => !times.test(place))).toEqual([])
    else
      expect(found).toEqual(
        name === 'half-translated' ? ['GET /events: value events[].venue.status'] : [],
      )
  },
)
