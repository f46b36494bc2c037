import fc from 'fast-check'
import type { Snapshot } from '../../src/index.ts'
import type { Json } from '../openapi/document.ts'
import type { Ask } from '../transports/edges.ts'
import { bodyOf, percent } from './encoded.ts'
import { askOf, maybeBody, methodLike } from './operations.ts'
import { fields, hostileNames, instants, junk, name, rawSteps, text } from './values.ts'

/** Requests to the control routes. World names are few, so that requests share worlds. */
export function controls(state: Snapshot): fc.Arbitrary<Ask> {
  const now = fc.oneof(fc.constantFrom(...instants), text)
  const moved = fc.constantFrom('P1D', '-P400W', 'PT0S', 'P999999999W', '-P999999999W', 'P', '')
  const documented = [
    telling('POST', 'reset', fc.constant({})),
    telling('PUT', 'clock', fc.record({ now, advance: moved, frozen: fc.boolean() }, some)),
    telling('PUT', 'scenario', fc.record({ scenario })),
    telling(
      'PUT',
      'world',
      fields({}, nothing).map((more) => ({ ...state, ...more })),
    ),
    telling('PUT', 'world', spoiltState(state)),
    telling('POST', 'worlds', fc.record({ name: world, scenario, now }, some)),
  ]
  const shown = fc.constantFrom(
    ...'health clock scenario scenarios world worlds landmarks'.split(' '),
    ...hostileNames.map(percent),
  )
  const read = fc
    .tuple(methodLike('GET'), shown)
    .map(([verb, path]) => askOf(verb, `/__calmock/${path}`, '', undefined))
  const gone = fc
    .oneof(world, name)
    .map((one) => askOf('DELETE', `/__calmock/worlds/${percent(one)}`, '', undefined))
  return fc.oneof(...documented, read, gone)
}

const some = { requiredKeys: [] }
const nothing = { schemas: {}, ids: [] }

function telling(method: string, path: string, body: fc.Arbitrary<Json>): fc.Arbitrary<Ask> {
  const sent = fc.oneof({ weight: 3, arbitrary: bodyOf(body) }, maybeBody({}, nothing))
  return fc
    .tuple(methodLike(method), sent)
    .map(([verb, one]) => askOf(verb, `/__calmock/${path}`, '', one))
}

/** A state with another value in one column of one of its rows. */
function spoiltState(state: Snapshot): fc.Arbitrary<Json> {
  const places = Object.entries(state.records).flatMap(([kind, rows]) =>
    Object.entries(rows).flatMap(([id, row]) =>
      Object.keys(row ?? {}).map((column) => ({ kind, id, row, column })),
    ),
  )
  return fc.tuple(fc.constantFrom(...places), junk).map(([{ kind, id, row, column }, value]) => {
    const rows = { ...state.records[kind], [id]: { ...row, [column]: value } }
    return { ...state, records: { ...state.records, [kind]: rows } }
  })
}

const world = fc.constantFrom('a', 'b', 'default', 'A', '', '__proto__', 'a'.repeat(65))
/** Scenarios without `huge`, which is slow. */
const scenario = fc.constantFrom(
  ...'empty city nulls+dst one password nowhere + __proto__'.split(' '),
  'one+'.repeat(30),
)

/** Paths that belong to no operation: pictures, other roots, path traversal. */
export const beside: fc.Arbitrary<Ask> = fc
  .tuple(
    methodLike('GET'),
    fc.constantFrom(
      ...'/ /de /de/cal/events/v1 /__calmock/pictures /__calmock /~a'.split(' '),
      ...'/~a/de/cal/events/v1/events /~%5f/ /~A/de *'.split(' '),
    ),
    fc.array(
      fc.oneof(
        fc.constantFrom(
          ...'154.svg 154-300x200.svg 0.svg 154-9999x9999.svg 154-00x00.svg etc passwd'.split(' '),
          ...'1e9.svg'.split(' '),
        ),
        fc.constantFrom(...rawSteps),
        name.map(percent),
      ),
      { maxLength: 4 },
    ),
  )
  .map(([method, root, steps]) => ({ method, target: [root, ...steps].join('/') }))
