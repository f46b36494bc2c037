import { expect, test } from 'vitest'
import { languageImports } from '../../fixtures/languages/imports.ts'
import { languagePacks } from '../../fixtures/languages/packs.ts'
import { type LanguageCode, languages } from '../../src/contract/site.ts'
import { createMock } from '../../src/create-mock.ts'
import { createCalmock } from '../../src/index.ts'
import { withFetch } from '../../src/intercept/fetch/with-fetch.ts'
import type { Options } from '../../src/options/options.ts'
import { onDemandSource } from '../../src/seed/source/on-demand-source.ts'
import { fresh, NOW, over } from '../call.ts'
import { converse, differences } from '../transports/conversation.ts'

/** Creates a mock that loads on demand. `loaded` lists what it has loaded: packs as `de`, messages as `words de`. */
function createOnDemand(options: Options = {}) {
  const loaded: string[] = []
  const count = <T>(imports: Readonly<Record<LanguageCode, () => Promise<T>>>, prefix: string) =>
    Object.fromEntries(
      languages.map((code) => [
        code,
        () => {
          loaded.push(prefix + code)
          return imports[code]()
        },
      ]),
    ) as Record<LanguageCode, () => Promise<T>>
  const { packs, messages } = languageImports
  const imports = { packs: count(packs, ''), messages: count(messages, 'words ') }
  const mock = createMock({ now: NOW, ...options }, onDemandSource(imports))
  return { mock, call: over(mock), loaded }
}

const DE = '/de/cal/events/v1'
const HI = '/hi/cal/events/v1'

test('the conversation with a mock that loads on demand is the same', async () => {
  const options = { events: 24, now: NOW }
  const url = 'https://api.example'
  const { mock } = createOnDemand(options)
  const expected = await converse(createCalmock(options).fetch, url)
  expect(differences(await converse(withFetch(mock).fetch, url), expected)).toEqual([])
})

test('a list, a search, a record, its page and its picture read one pack and no messages', async () => {
  const { call, loaded } = createOnDemand()
  await call('GET', `${DE}/events`)
  expect(loaded).toEqual(['de'])
  const filtered = await call('GET', `${DE}/events?search=a&venue=114&categories=134`)
  expect(filtered.status).toBe(200)
  const { headers, body } = await call('GET', `${DE}/events/104`)
  expect(headers.get('link')).toContain('hreflang')
  expect((await call('GET', new URL(body.url).pathname)).text).toContain('<h1>')
  expect((await call('GET', new URL(body.image.url).pathname)).text).toContain('<svg')
  expect(loaded).toEqual(['de'])
})

test('a second site and a record in another language read one more pack each', async () => {
  const { call, loaded } = createOnDemand()
  await call('GET', `${DE}/events/104`)
  await call('GET', `${HI}/events`)
  expect(loaded).toEqual(['de', 'hi'])
  expect((await call('GET', `${DE}/events/104?i18n_language=en`)).body.id).toBe(102)
  expect(loaded).toEqual(['de', 'hi', 'en'])
})

test('writes read the pack of their record, and messages are read by errors alone', async () => {
  const { call, loaded } = createOnDemand()
  const json = { title: 'Neu', start_date: '2030-02-01', end_date: '2030-02-01', venue: 114 }
  const { status, body } = await call('POST', `${DE}/events`, { json })
  expect(status).toBe(201)
  await call('PUT', `${DE}/events/104`, { json: { title: 'Anders' } })
  await call('DELETE', `${DE}/events/${body.id}`)
  expect(loaded).toEqual(['de'])
  expect((await call('GET', `${DE}/events?per_page=x`)).status).toBe(400)
  expect(loaded).toEqual(['de', 'words de'])
  expect((await call('GET', '/xx')).status).toBe(404)
  expect(loaded).toEqual(['de', 'words de', 'words en'])
})

test('a write that reads another pack after its first change is stored once', async () => {
  const { call, loaded } = createOnDemand()
  const served = fresh()
  // the category is created before the tag is looked up in every language of the site
  const json = {
    ...{ title: 'नया', start_date: '2030-02-01', end_date: '2030-02-01' },
    ...{ categories: [{ name: 'नया' }], tags: ['nowhere'] },
  }
  const [ours, theirs] = [call, served].map((send) => send('POST', `${HI}/events`, { json }))
  expect((await ours)?.text).toBe((await theirs)?.text)
  expect(loaded).toHaveLength(languages.length)
  const [state, expected] = [call, served].map((send) => send('GET', '/__calmock/world'))
  expect((await state)?.text).toBe((await expected)?.text)
})

test('scenarios, records of the user and landmarks are the same as in a program with all packs', async () => {
  const data = { tags: [{ name: 'Papier', language: 'de' as const }] }
  for (const options of [{ scenario: 'half-translated' }, { scenario: 'rtl' }, { data }]) {
    const { call } = createOnDemand(options)
    for (const path of [`${DE}/events/104`, `${HI}/tags?per_page=50`, '/__calmock/landmarks'])
      expect((await call('GET', path)).text).toBe((await fresh(options)('GET', path)).text)
  }
})

test('a snapshot needs nothing, and db and landmarks need load()', async () => {
  const { mock, loaded } = createOnDemand()
  expect(() => mock.db).toThrow('[calmock] the records are not loaded; await world.load() first')
  expect(mock.landmarks.events.jazzNight.id.de).toBe(104)
  expect(() => mock.landmarks.events.jazzNight.title.de).toThrow('await world.load() first')
  mock.restore(mock.snapshot())
  expect(loaded).toEqual([])
  await mock.load()
  expect(mock.landmarks.events.jazzNight.title.de).toBe(languagePacks.de.events.jazzNight.title)
  expect(mock.db.event.count()).toBeGreaterThan(6 * 60)
  expect(loaded.toSorted()).toEqual([...languages].sort())
})
