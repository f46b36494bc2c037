import { expect, test } from 'vitest'
import { createStateLink, readState } from '../../../src/dashboard/control/state-link.ts'

const pass = async (state: object): Promise<unknown> =>
  readState(new URL(await createStateLink('http://any/', state)).hash)

test('a link gives back its state', async () => {
  const state = { seed: 7, events: 10_000, title: 'Über' }
  expect(await pass(state)).toEqual(state)
})

test.each([10_001, 1e9, -1, Number.NaN, '60', { valueOf: 1 }])(
  'a link whose state asks for %j events is refused before anything is generated',
  async (events) => {
    await expect(pass({ seed: 7, events })).rejects.toThrow('damaged or too large')
  },
)
