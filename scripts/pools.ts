/**
 * Writes `fixtures/pools.json`: people and distances from the centre of a district, by city. A person is a pair
 * of indexes into the parallel name lists of the language packs, and therefore the same person in every script. `npm run fixtures` runs it; `--check` compares the file instead of writing it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { Faker } from '@faker-js/faker'
import { type CityName, cities } from '../fixtures/facts/index.ts'
import { languagePacks } from '../fixtures/languages/packs.ts'

const FILE = new URL('../fixtures/pools.json', import.meta.url)
const PEOPLE_COUNT = 48
const PLACE_COUNT = 64

const faker = new Faker({ locale: { metadata: { title: 'empty: words are in the packs' } } })

/** Pairs that are names of well-known people, with the pairs that replace them. */
const replacements: Partial<Record<CityName, Readonly<Record<string, string>>>> = {
  cairo: { '10 4': '10 6' },
  delhi: { '5 2': '5 3' },
}

function createPool(name: CityName, index: number) {
  faker.seed(20260101 + index)
  const { given, family } = languagePacks.en.cities[name]
  const drawIndex = (length: number): number => faker.number.int({ max: length - 1 })
  const places = { count: PLACE_COUNT }
  return {
    people: faker.helpers
      .uniqueArray(() => `${drawIndex(given.length)} ${drawIndex(family.length)}`, PEOPLE_COUNT)
      .map((pair) => (replacements[name]?.[pair] ?? pair).split(' ').map(Number)),
    offsets: faker.helpers.multiple(drawOffset, places),
  }
}

/** Returns the distance of a point from the centre of a district, in degrees north and east. */
const drawOffset = (): readonly number[] => [drawDegrees(), drawDegrees()]

const drawDegrees = (): number => faker.number.int({ min: -60, max: 60 }) / 10_000

const names = Object.keys(cities) as CityName[]
const pools = Object.fromEntries(names.map((name, index) => [name, createPool(name, index)]))
const generated = `${JSON.stringify(pools)}\n`

if (process.argv.includes('--check')) {
  const isCurrent = generated === (await readFile(FILE, 'utf8'))
  console.log(isCurrent ? 'pools.json is up to date' : 'pools.json is stale: npm run fixtures')
  process.exitCode = isCurrent ? 0 : 1
} else {
  await writeFile(FILE, generated)
  console.log(`pools.json: ${names.length} cities, ${generated.length} bytes`)
}
