/**
 * Writes `fixtures/pools.json`: people, phone numbers, postal codes, house numbers and coordinates of each
 * city. A person is a pair of indexes into the parallel name lists of the language packs, and therefore the
 * same person in every script. `npm run fixtures` runs it; `--check` compares the file instead of writing it.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { Faker } from '@faker-js/faker'
import { type City, type CityName, cities } from '../fixtures/facts.ts'
import { languagePacks } from '../fixtures/languages/index.ts'

const FILE = new URL('../fixtures/pools.json', import.meta.url)
const PEOPLE_COUNT = 48
const PLACE_COUNT = 64

const faker = new Faker({ locale: { metadata: { title: 'empty: words are in the packs' } } })

function createPool(name: CityName, index: number) {
  faker.seed(20260101 + index)
  const city: City = cities[name]
  const { given, family } = languagePacks.en.cities[name]
  const drawIndex = (length: number): number => faker.number.int({ max: length - 1 })
  const places = { count: PLACE_COUNT }
  return {
    people: faker.helpers
      .uniqueArray(() => `${drawIndex(given.length)} ${drawIndex(family.length)}`, PEOPLE_COUNT)
      .map((pair) => pair.split(' ').map(Number)),
    phones: faker.helpers
      .uniqueArray(() => faker.string.numeric(4), PLACE_COUNT)
      .map((digits) => fillDigits(city.phone, digits)),
    zips: faker.helpers.multiple(() => drawZip(city.zip), places),
    houses: faker.helpers.multiple(() => faker.number.int({ min: 1, max: 160 }), places),
    points: faker.helpers.multiple(() => drawPoint(city), places),
  }
}

/** Replaces each `#` in a pattern by the next digit. */
function fillDigits(pattern: string, digits: string): string {
  let next = 0
  return pattern.replace(/#/g, () => digits[next++] ?? '0')
}

/** Returns a postal code such as `75011`. In London it is a district, a digit and two letters: `E8 3PH`. */
function drawZip({ from, to, pattern = '{n}' }: City['zip']): string {
  const district = pattern.replace('{n}', String(faker.number.int({ min: from, max: to })))
  return district
    .replace('#', () => faker.string.numeric({ exclude: ['0'] }))
    .replace('AA', () => faker.string.fromCharacters('ABDEFGHJLNPQRSTUWXYZ', 2))
}

/** Returns latitude and longitude of a point within 8 km of the centre. */
function drawPoint({ lat, lng }: City): readonly number[] {
  const point = faker.location.nearbyGPSCoordinate({
    origin: [lat, lng],
    radius: 8,
    isMetric: true,
  })
  return point.map((degrees) => Math.round(degrees * 1e5) / 1e5)
}

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
