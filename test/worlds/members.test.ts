import { runInThisContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import { setupCalmock } from '../../src/node.ts'

/** Assigns a member as plain JavaScript does. A script of CommonJS is not strict: assignments fail in silence there. */
const assign: (mock: object, name: string) => void = runInThisContext(
  "(mock, name) => { mock[name] = '2030-01-01' }",
)

describe.each([
  ['createCalmock', () => createCalmock({ sites: ['de'] })],
  ['setupCalmock of calmock/node', () => setupCalmock({ sites: ['de'] })],
  ['a world', () => createCalmock({ sites: ['de'] }).world('mine')],
])('the mock of %s', (_, create) => {
  test.each([
    ['fault', 'unknown property "fault"; did you mean "faults"?'],
    ['delays', 'unknown property "delays"; did you mean "delay"?'],
    ['setscenario', 'unknown property "setscenario"; did you mean "setScenario"?'],
    ['now', 'unknown property "now"'],
    ['clock', 'clock cannot be replaced; call clock.set or clock.advance'],
    ['scenario', 'scenario cannot be assigned; call setScenario'],
  ])('rejects an assignment of %s', (name, message) => {
    expect(() => assign(create(), name)).toThrow(`[calmock] ${message}`)
  })

  test('keeps the members that can be assigned, and works as before', async () => {
    const mock = create()
    Object.assign(mock, { faults: 'GET /events 503', delay: 1, maxRequests: 5 })
    expect([mock.faults, mock.delay, mock.maxRequests]).toEqual([['GET /events 503'], 1, 5])
    expect((await mock.fetch('/de/cal/events/v1/events')).status).toBe(503)
    expect(await Promise.resolve(mock)).toBe(mock)
  })
})

test('an option that a mock has as a member cannot be assigned', () => {
  const mock = createCalmock()
  for (const name of ['events', 'seed', 'sites'])
    expect(() => Object.assign(mock, { [name]: 3 })).toThrow(TypeError)
})
