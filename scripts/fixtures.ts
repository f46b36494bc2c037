/**
 * Fills the pools that records are planted from: who is cast in which city, telephone numbers, postal
 * codes, house numbers, points on the map. Names are places in the parallel lists of the language
 * packs, so that a person is the same in every script. Run by `npm run fixtures`; with `--check` it
 * only tells whether the pools could be made again to the byte.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { Faker } from '@faker-js/faker'
import { type City, cities } from '../fixtures/facts.ts'
import { languagePacks } from '../fixtures/languages/index.ts'

const FILE = new URL('../fixtures/pools.json', import.meta.url)
const PEOPLE = 48
const PLACES = 64

const faker = new Faker({ locale: { metadata: { title: 'none: words come from the packs' } } })

function poolOf(name: keyof typeof cities, index: number) {
  faker.seed(20260101 + index)
  const city: City = cities[name]
  const { given, family } = languagePacks.en.cities[name]
  const draw = (max: number): number => faker.number.int({ max: max - 1 })
  return {
    people: faker.helpers
      .uniqueArray(() => `${draw(given.length)} ${draw(family.length)}`, PEOPLE)
      .map((pair) => pair.split(' ').map(Number)),
    phones: faker.helpers
      .uniqueArray(() => faker.string.numeric(4), PLACES)
      .map((digits) => fill(city.phone, digits)),
    zips: faker.helpers.multiple(() => zipOf(city.zip), { count: PLACES }),
    houses: faker.helpers.multiple(() => faker.number.int({ min: 1, max: 160 }), { count: PLACES }),
    points: faker.helpers.multiple(() => pointNear(city.lat, city.lng), { count: PLACES }),
  }
}

const fill = (pattern: string, digits: string): string => {
  let next = 0
  return pattern.replace(/#/g, () => digits[next++] ?? '0')
}

/** `75011`, or in London a district, a digit and two letters: `E8 3PH`. */
function zipOf({ from, to, pattern = '{n}' }: City['zip']): string {
  const outward = pattern.replace('{n}', String(faker.number.int({ min: from, max: to })))
  return outward
    .replace('#', () => faker.string.numeric({ exclude: ['0'] }))
    .replace('AA', () => faker.string.fromCharacters('ABDEFGHJLNPQRSTUWXYZ', 2))
}

function pointNear(lat: number, lng: number): readonly number[] {
  const point = faker.location.nearbyGPSCoordinate({
    origin: [lat, lng],
    radius: 8,
    isMetric: true,
  })
  return point.map((degrees) => Math.round(degrees * 1e5) / 1e5)
}

const names = Object.keys(cities) as (keyof typeof cities)[]
const pools = Object.fromEntries(names.map((name, index) => [name, poolOf(name, index)]))
const made = `${JSON.stringify(pools)}\n`
const kept = await readFile(FILE, 'utf8').catch(() => '')

if (process.argv.includes('--check')) {
  console.log(made === kept ? 'pools: the same to the byte' : 'pools: differ; run npm run fixtures')
  process.exitCode = made === kept ? 0 : 1
} else {
  await writeFile(FILE, made)
  console.log(`pools: ${names.length} cities, ${made.length} bytes`)
}
