import { describe, expect, test } from 'vitest'
import { persistMock } from '../../src/world/persist.ts'
import { createTestMock, fresh, NOW, over } from '../call.ts'
import { MemoryJournal } from '../worlds/memory-journal.ts'

const TAGS = '/de/cal/events/v1/tags'
const faults = ['GET /events?page=3&i18n_language=ar 503 1/3', 'POST * 429 2x', '* delay:5-9 50%']

describe('control routes', () => {
  test('read and replace faults and delay of one world', async () => {
    const call = fresh({ events: 0, fault: '* 500', delay: '1-3' })
    const read = async (prefix: string) => [
      (await call('GET', `${prefix}/__calmock/faults`)).body,
      (await call('GET', `${prefix}/__calmock/delay`)).body,
    ]
    const initial = [{ faults: ['* 500'] }, { delay: '1-3' }]
    expect(await read('')).toEqual(initial)
    const put = await call('PUT', '/~one/__calmock/faults', { json: { faults } })
    expect([put.status, put.body]).toEqual([200, { faults }])
    await call('PUT', '/~one/__calmock/delay', { json: { delay: 7 } })
    expect(await read('/~one')).toEqual([{ faults }, { delay: 7 }])
    expect(await read('')).toEqual(initial)
    expect((await call('POST', '/~one/__calmock/reset')).status).toBe(204)
    expect(await read('/~one')).toEqual(initial)
  })

  test('faults lists the rules that are used up, until the rules are set again', async () => {
    const rules = ['* 503 2x', '* 429 50%', '* delay:1 1x']
    const call = fresh({ events: 0, fault: rules })
    const read = async () => (await call('GET', '/__calmock/faults')).body
    await call('GET', TAGS)
    expect(await read()).toEqual({ faults: rules })
    await call('GET', TAGS)
    expect(await read()).toEqual({ faults: rules, spent: ['* 503 2x'] })
    const put = await call('PUT', '/__calmock/faults', { json: { faults: rules } })
    expect(put.body).toEqual({ faults: rules })
  })

  test.each([
    ['faults', {}, 'The body is empty; accepted: faults; a right body: '],
    ['faults', { faults: 7 }, 'Invalid faults 7; accepted: a list of strings, or a string'],
    ['faults', { faults: ['* 503', '* 5O3'] }, 'Invalid kind of fault'],
    [
      'faults',
      { fault: '* 503' },
      'Invalid properties "fault"; did you mean "faults"? accepted: faults; a right body: ',
    ],
    ['delay', { delay: -1 }, 'Invalid delay "-1"; accepted: whole milliseconds from 0'],
    ['delay', { delay: 0.5 }, 'Invalid delay 0.5; accepted: a whole number, or a string'],
    ['delay', { delay: [1] }, 'Invalid delay [1]'],
    ['delay', { delay: '3-1' }, 'Invalid delay "3-1"'],
  ])('PUT %s rejects %j', async (route, json, message) => {
    const call = fresh({ events: 0 })
    const { status, body } = await call('PUT', `/__calmock/${route}`, { json })
    expect([status, body.code]).toEqual([400, 'calmock_invalid'])
    expect(body.message.toLowerCase()).toContain(message.toLowerCase())
    expect((await call('GET', '/__calmock/faults')).body).toEqual({ faults: [] })
  })
})

describe('a snapshot', () => {
  test('of a world with the settings of its options has no settings', () => {
    const mock = createTestMock({ events: 0, fault: faults, delay: 5 })
    mock.faults = [...faults]
    mock.delay = '5-5'
    expect(mock.snapshot()).not.toHaveProperty('settings')
  })

  test('with faults, delay and maximum of requests is restored to the byte', () => {
    const mock = createTestMock({ events: 0, now: NOW, fault: '* 500' })
    mock.faults = faults
    mock.delay = '20-30'
    mock.maxRequests = 7
    const text = JSON.stringify(mock.snapshot())
    const other = createTestMock({ events: 0, now: NOW, fault: '* 500' })
    other.restore(JSON.parse(text))
    expect(JSON.stringify(other.snapshot())).toBe(text)
    expect([other.faults, other.delay, other.maxRequests]).toEqual([faults, '20-30', 7])
    other.restore(createTestMock({ events: 0, now: NOW }).snapshot())
    expect([other.faults, other.delay, other.maxRequests]).toEqual([['* 500'], 0, 200])
  })

  test('restarts the counts of the rules', async () => {
    const mock = createTestMock({ events: 0, fault: '* 503 1x' })
    const call = over(mock)
    const snapshot = mock.snapshot()
    const statuses: number[] = []
    for (const isRestored of [false, false, true]) {
      if (isRestored) mock.restore(snapshot)
      statuses.push((await call('GET', TAGS)).status)
    }
    expect(statuses).toEqual([503, 200, 503])
  })

  test.each([
    [{ faults: ['* 5O3'] }, 'invalid kind of fault "5O3"'],
    [{ faults: 7 }, 'invalid faults "7"'],
    [{ delay: 'soon' }, 'invalid delay "soon"'],
    [{ maxRequests: -1 }, 'invalid maxRequests "-1"'],
    [{ latency: 5 }, 'the name of a setting is "latency"; accepted: faults, delay, maxRequests'],
    ['* 503', 'settings is "* 503"; accepted: an object'],
  ])('with the settings %j is rejected, and nothing changes', (settings, message) => {
    const mock = createTestMock({ events: 0 })
    const before = JSON.stringify(mock.snapshot())
    const invalid = { ...mock.snapshot(), frozen: false, settings } as never // invalid on purpose
    expect(() => mock.restore(invalid)).toThrow(message)
    expect(JSON.stringify(mock.snapshot())).toBe(before)
  })
})

describe('a journal', () => {
  const open = async (journal: MemoryJournal) => {
    const mock = createTestMock({ empty: true, now: NOW, fault: '* 500 1x' })
    const persisted = await persistMock({ mock, journal, name: 'the journal', now: NOW })
    return { mock, call: over(persisted) }
  }

  test('has the settings after each change, and restores them', async () => {
    const journal = new MemoryJournal()
    const { call, mock } = await open(journal)
    await call('POST', TAGS, { json: { name: 'A' } }) // has the fault
    await call('POST', TAGS, { json: { name: 'B' } })
    expect(journal.read()).toMatchObject([{ settings: null }])
    await call('PUT', '/__calmock/faults', { json: { faults } })
    await call('PUT', '/__calmock/delay', { json: { delay: 3 } })
    expect(journal.read().at(-1)).toEqual({ settings: { faults, delay: 3 } })
    const opened = await open(journal)
    expect([opened.mock.faults, opened.mock.delay]).toEqual([faults, 3])
    expect(JSON.stringify(opened.mock.snapshot())).toBe(JSON.stringify(mock.snapshot()))
    await opened.call('PUT', '/__calmock/faults', { json: { faults: ['* 500 1x'] } })
    await opened.call('PUT', '/__calmock/delay', { json: { delay: 0 } })
    expect(journal.read().at(-1)).toEqual({ settings: null })
    expect((await open(journal)).mock.snapshot()).not.toHaveProperty('settings')
  })

  test('has a write whose response is dropped, and none with the status 503', async () => {
    const journal = new MemoryJournal()
    const { call } = await open(journal)
    const send = (name: string, fault: string) =>
      call('POST', TAGS, { json: { name }, headers: { 'x-calmock-fault': fault } })
    await send('Unseen', '503')
    await send('Lost', 'offline')
    await send('Late', 'timeout')
    expect(journal.values).toEqual([])
    await send('Stored', 'drop')
    expect(journal.values.join()).toContain('Stored')
    const { body } = await (await open(journal)).call('GET', `${TAGS}?hide_empty=false`, {
      headers: { 'x-calmock-fault': 'none' },
    })
    expect(body.tags.map(({ name }: { name: string }) => name)).toEqual(['Stored'])
  })
})

test('a world whose only change are its faults returns 410 after its eviction', async () => {
  const call = fresh({ events: 0, maxWorlds: 1 })
  await call('PUT', '/~one/__calmock/faults', { json: { faults: ['* 503'] } })
  await call('GET', `/~two${TAGS}`)
  expect((await call('GET', `/~one${TAGS}`)).status).toBe(410)
})
