import { expect } from 'vitest'
import { createCalmock } from '../../src/index.ts'
import type { Language } from './state.ts'

/** The mock under test, through its public API, with a log of the requests. */
export interface Real {
  readonly mock: ReturnType<typeof createCalmock>
  readonly log: string[]
  readonly snapshots: ReturnType<ReturnType<typeof createCalmock>['snapshot']>[]
}

export const NOW = '2030-01-07T12:00:00Z'

export const realMock = (): Real => ({
  mock: createCalmock({ empty: true, sites: ['de', 'hi'], now: NOW }),
  log: [],
  snapshots: [],
})

export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: answers have every shape
  readonly body: any
}

/** Sends a request to a site. */
export async function ask(
  real: Real,
  method: string,
  target: `${Language}/${string}`,
  json?: object,
): Promise<Answer> {
  const [site, below] = [target.slice(0, 2), target.slice(3)]
  const init = { method, headers: { 'content-type': 'application/json' } }
  const body = json && { body: JSON.stringify(json) }
  const answer = await real.mock.fetch(`/${site}/cal/events/v1/${below}`, { ...init, ...body })
  real.log.push(`${method} ${target} ${json ? JSON.stringify(json) : ''} -> ${answer.status}`)
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}

/** Fails with the log of all requests unless both values are equal. */
export function same(real: Real, came: unknown, wanted: unknown): void {
  expect(came, `after\n${real.log.join('\n')}\n`).toEqual(wanted)
}

/** Reduces a response to the fields of the expected value, recursively. */
export function outline(came: unknown, wanted: unknown): unknown {
  if (Array.isArray(came) && Array.isArray(wanted))
    return came.map((one, n) => outline(one, wanted[n] ?? wanted[0]))
  if (!isObject(came) || !isObject(wanted) || Array.isArray(came)) return came
  const names = Object.keys(wanted).filter((name) => Object.hasOwn(came, name))
  return Object.fromEntries(names.map((name) => [name, outline(came[name], wanted[name])]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
