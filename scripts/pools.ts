/**
 * Writes `fixtures/pools.json`: people and distances from the centre of a district, by city. A person is a pair
 * of indexes into the parallel name lists of the language packs, and therefore the same person in every script.
 * Writes `fixtures/calendar.json`: public holidays and feasts. `npm run fixtures` runs it; `--check` compares the
 * files instead of writing them.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { Faker } from '@faker-js/faker'
import { type CityName, cities } from '../fixtures/facts/index.ts'
import { languagePacks } from '../fixtures/languages/packs.ts'
import { createCalendar } from './calendar.ts'

const PEOPLE_COUNT = 48
const PLACE_COUNT = 64

const faker = new Faker({ locale: { metadata: { title: 'empty: words are in the packs' } } })

/** Pairs that are names of known people, or that mix communities. Others replace them. The person of a landmark stays. */
const unwanted: Partial<Record<CityName, (given: string, family: string) => boolean>> = {
  delhi: (given, family) =>
    ['Farah', 'Imran'].includes(given) !== ['Qureshi', 'Ahmed'].includes(family) ||
    ['Arjun Kapoor', 'Sanjay Kapoor', 'Vikram Chatterjee'].includes(`${given} ${family}`),
  cairo: (given, family) =>
    family === 'Girgis' && !['Mona', 'Nadia', 'Dina', 'Karim'].includes(given),
}
const landmarkPeople: Partial<Record<CityName, number>> = { delhi: 9 }

function createPool(name: CityName, index: number) {
  faker.seed(20260101 + index)
  const { given, family } = languagePacks.en.cities[name]
  const drawIndex = (length: number): number => faker.number.int({ max: length - 1 })
  const drawPair = (): string => `${drawIndex(given.length)} ${drawIndex(family.length)}`
  const people = faker.helpers.uniqueArray(drawPair, PEOPLE_COUNT)
  const offsets = faker.helpers.multiple(drawOffset, { count: PLACE_COUNT })
  const isUnwanted = (pair: string): boolean => {
    const [first = 0, last = 0] = pair.split(' ').map(Number)
    return unwanted[name]?.(given[first] ?? '', String(family[last])) ?? false
  }
  for (const [position, pair] of people.entries()) {
    if (!isUnwanted(pair) || landmarkPeople[name] === position) continue
    const isWoman = Number(pair.split(' ')[0]) < given.length / 2
    let other = drawPair()
    while (
      isUnwanted(other) ||
      people.includes(other) ||
      Number(other.split(' ')[0]) < given.length / 2 !== isWoman
    )
      other = drawPair()
    people[position] = other
  }
  return { people: people.map((pair) => pair.split(' ').map(Number)), offsets }
}

/** Returns the distance of a point from the centre of a district, in degrees north and east. */
const drawOffset = (): readonly number[] => [drawDegrees(), drawDegrees()]

const drawDegrees = (): number => faker.number.int({ min: -60, max: 60 }) / 10_000

const names = Object.keys(cities) as CityName[]
const files = {
  pools: Object.fromEntries(names.map((name, index) => [name, createPool(name, index)])),
  calendar: createCalendar(),
}

for (const [name, content] of Object.entries(files)) {
  const file = new URL(`../fixtures/${name}.json`, import.meta.url)
  const generated = `${JSON.stringify(content)}\n`
  if (process.argv.includes('--check')) {
    const isCurrent = generated === (await readFile(file, 'utf8'))
    console.log(`${name}.json is ${isCurrent ? 'up to date' : 'stale: npm run fixtures'}`)
    if (!isCurrent) process.exitCode = 1
  } else {
    await writeFile(file, generated)
    console.log(`${name}.json: ${generated.length} bytes`)
  }
}
