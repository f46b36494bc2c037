/** The parts of the state of a world are found in its list, so that a new part is tested without a line here. */
import { beforeEach, describe, expect, test } from 'vitest'
import { controlRoutes } from '../../src/control/routes.ts'
import { persistMock } from '../../src/world/persist.ts'
import { createTestMock, NOW, over } from '../call.ts'
import { MemoryJournal } from './memory-journal.ts'

/** The examples of all control routes that set something. */
const settings = Object.entries(controlRoutes).flatMap(([path, { PUT }]) =>
  PUT?.body?.example
    ? [{ path: `/__calmock${path.replace('*', 'x')}`, json: PUT.body.example }]
    : [],
)

async function open(journal = new MemoryJournal()) {
  const mock = createTestMock({ now: NOW, events: 2, sites: ['de'] })
  const saved = await persistMock({ mock, journal, name: 'the journal', now: NOW })
  const partsOf = (isModified: boolean) =>
    mock.parts.filter((part) => part.isModified === isModified).map((part) => part.constructor.name)
  return { mock, journal, saved, call: over(saved), partsOf }
}

let changed: Awaited<ReturnType<typeof open>>

beforeEach(async () => {
  changed = await open()
  const { call } = changed
  for (const { path, json } of settings)
    expect((await call('PUT', path, { json })).status).toBeLessThan(300)
  const written = await call('POST', '/de/cal/events/v1/tags', { json: { name: 'A' } })
  expect(written.status).toBe(201)
})

describe('every part of a world', () => {
  test('is changed by the example of a control route', async () => {
    expect((await open()).partsOf(true)).toEqual([])
    expect(changed.partsOf(false)).toEqual([])
  })

  test('is restored from a journal of single changes, and from a compacted one', async () => {
    expect(changed.journal.values.length).toBeGreaterThan(2)
    const restored = await open(changed.journal)
    expect(restored.mock.collectState().next().value).toEqual(
      changed.mock.collectState().next().value,
    )
    expect(restored.saved.compact()).toBeUndefined()
    expect(restored.journal.values).toHaveLength(1)
    const again = await open(restored.journal)
    expect(again.mock.collectState().next().value).toEqual(changed.mock.collectState().next().value)
  })

  test('is reset, but for the checkpoints, and the reset is undone', async () => {
    const { mock, partsOf } = changed
    const before = mock.collectState().next().value
    mock.reset()
    expect(partsOf(true)).toEqual(['History'])
    mock.undo()
    expect(mock.collectState().next().value).toEqual(before)
  })

  test('is restored from a snapshot, but for the checkpoints', async () => {
    const other = await open()
    other.mock.restore(changed.mock.snapshot())
    expect(other.partsOf(false)).toEqual(['History'])
    expect(other.mock.snapshot()).toEqual(changed.mock.snapshot())
  })
})
