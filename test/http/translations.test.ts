import { expect, test } from 'vitest'
import { words } from '../../src/contract/words/index.ts'
import { type Landmark, landmarks } from '../../src/landmarks.ts'
import { type SeedOptions, seedOf } from '../../src/seed.ts'
import { serviceFrom } from '../../src/service-from.ts'
import { type Call, fresh, NOW, over } from '../call.ts'

const HI = '/hi/cal/events/v1'

/** Creates a mock and records the generated kinds with their languages. */
function createObservedMock(newSeed: typeof seedOf) {
  const planted: string[] = []
  const service = serviceFrom(
    { now: NOW, events: 60 },
    {
      landmarks,
      wordsOf: (code) => words[code],
      machine: () => Date.parse(NOW),
      newSeed(options: SeedOptions) {
        const seed = newSeed(options)
        const plant = (language: string) => {
          const entries = Object.entries(Object.getOwnPropertyDescriptors(seed.plant(language)))
          const heard = entries.map(([kind, { get, value }]) => {
            const rows = () => {
              planted.push(`${kind} ${language}`)
              return get ? get.call(undefined) : value
            }
            return [kind, { get: rows, enumerable: true }] as const
          })
          return Object.defineProperties({}, Object.fromEntries(heard))
        }
        return { ...seed, plant }
      },
    },
  )
  return { call: over(service), planted }
}

/** Creates a seed that generates a whole language for every lookup. */
function createPlainSeed(options: SeedOptions) {
  const { record: _, members: __, ...seed } = seedOf(options)
  return seed
}

test('a read generates only the kinds that it counts, and nothing for links to translations', async () => {
  const { call, planted } = createObservedMock(seedOf)
  const { id } = landmarks.venues.blueHall
  const { headers } = await call('GET', `${HI}/venues/${id.hi}`)
  expect(headers.get('link')?.match(/hreflang/g)).toHaveLength(6)
  const { status } = await call('GET', `${HI}/venues/${id.hi}?i18n_language=ar`)
  expect([status, planted]).toEqual([200, []])
  await call('GET', `${HI}/events/${landmarks.events.jazzNight.id.hi}?i18n_language=de`)
  expect(new Set(planted.map((one) => one.split(' ')[1]))).toEqual(new Set(['de']))
})

/** Returns the responses of all single reads in three languages. */
async function readItems(call: Call): Promise<string[]> {
  const responses: string[] = []
  for (const [collection, named] of Object.entries(landmarks)) {
    for (const { id } of Object.values<Landmark>(named)) {
      for (const target of [`${id.hi}`, `${id.de}?i18n_language=fr`, `${id.en}?i18n_language=hi`]) {
        const { status, headers, text } = await call('GET', `${HI}/${collection}/${target}`)
        responses.push(`${collection}/${target} ${status} ${headers.get('link')} ${text}`)
      }
    }
  }
  return responses
}

test('responses are the same with and without lazy generation, also after writes', async () => {
  const [quick, slow] = [fresh({ events: 60 }), createObservedMock(createPlainSeed).call]
  expect(await readItems(quick)).toEqual(await readItems(slow))
  const { events, venues, tags } = landmarks
  for (const call of [quick, slow]) {
    await call('DELETE', `${HI}/events/${events.jazzNight.id.fr}`)
    await call('DELETE', `${HI}/tags/${tags.series.id.es}`)
    await call('POST', `/de/cal/events/v1/venues/${venues.blueHall.id.de}`, { form: 'venue=Neu' })
  }
  expect(await readItems(quick)).toEqual(await readItems(slow))
  // nothing was generated before these writes
  const [early, late] = [fresh({ events: 60 }), createObservedMock(createPlainSeed).call]
  for (const call of [early, late]) {
    await call('DELETE', `${HI}/events/${events.jazzNight.id.fr}`)
    await call('DELETE', `${HI}/venues/${venues.blueHall.id.es}`)
  }
  expect(await readItems(early)).toEqual(await readItems(late))
})
