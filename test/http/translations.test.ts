import { expect, test } from 'vitest'
import { createMock } from '../../src/create-mock.ts'
import type { SeedOptions } from '../../src/seed/create-seed.ts'
import type { Landmark } from '../../src/seed/landmarks.ts'
import { createInlineSeed, inlineSource, landmarks } from '../../src/seed/source/inline-source.ts'
import { type Call, fresh, NOW, over } from '../call.ts'

const HI = '/hi/cal/events/v1'

/** Creates a mock and records the generated kinds with their languages. */
function createObservedMock(newSeed: typeof createInlineSeed) {
  const planted: string[] = []
  const service = createMock(
    { now: NOW, events: 60 },
    {
      ...inlineSource(),
      systemNow: () => Date.parse(NOW),
      createSeed(options: SeedOptions) {
        const seed = newSeed(options)
        const generate = (kind: string, language: string) => {
          planted.push(`${kind} ${language}`)
          return seed.generate(kind, language)
        }
        return { ...seed, generate }
      },
    },
  )
  return { call: over(service), planted }
}

/** Creates a seed that has to generate translations to know them. */
function createPlainSeed(options: SeedOptions) {
  const { members: _, ...seed } = createInlineSeed(options)
  return seed
}

test('GET of a record generates its own language, not the languages of its translations', async () => {
  const { call, planted } = createObservedMock(createInlineSeed)
  const { id } = landmarks.venues.blueHall
  const { headers } = await call('GET', `${HI}/venues/${id.hi}`)
  expect(headers.get('link')?.match(/hreflang/g)).toHaveLength(6)
  expect(planted).toEqual(['venue hi'])
  await call('GET', `${HI}/events/${landmarks.events.jazzNight.id.de}`)
  expect(new Set(planted.slice(1).map((one) => one.split(' ')[1]))).toEqual(new Set(['de']))
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
