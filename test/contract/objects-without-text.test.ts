import { expect, test } from 'vitest'
import { resources } from '../../src/contract/resources/index.ts'
import { createCalmock } from '../../src/index.ts'

/** An object that JavaScript can convert neither to a text nor to a number. */
const object = { toString: '__proto__', valueOf: 1 }
const dates = { start_date: '2030-02-01 10:00:00', end_date: '2030-02-01 12:00:00' }
const required = { title: 'A', venue: 'A', organizer: 'A', name: 'A', ...dates }

/** Returns values of a field that contain the object. */
const valuesOf = (name: string): readonly unknown[] => [
  object,
  [object],
  [[object]],
  { [name]: object },
  [{ [name]: object, id: object }],
]

const cases = resources.flatMap((resource) =>
  [undefined, 'the-events-calendar' as const].map(
    (preset) => [resource.name, preset, resource] as const,
  ),
)

test.each(cases)(
  'no field of a %s fails for an object without a text, with the preset %s',
  async (_, preset, resource) => {
    const mock = createCalmock({ sites: ['en'], ...(preset && { preset }) })
    const base = `${mock.sites[0]?.root}/${mock.settings.namespace}/${resource.collection}`
    const { [resource.collection]: records } = await (await mock.fetch(base)).json()
    const record = `${base}/${records[0].id}`
    const failed: unknown[] = []
    const send = async (method: string, path: string, values: object): Promise<void> => {
      const headers = { 'Content-Type': 'application/json' }
      const body = JSON.stringify(values)
      const { status } = await mock
        .fetch(path, { method, headers, body })
        .catch(({ stack }) => ({ status: stack }))
      if (!(status < 500)) failed.push([method, body, status])
    }
    const names = [
      'id',
      'slug',
      'page',
      ...Object.keys({ ...resource.fields, ...resource.hiddenFields }),
    ]
    for (const name of new Set(names))
      for (const value of valuesOf(name)) {
        await send('POST', base, { ...required, [name]: value })
        await send('POST', record, { [name]: value })
        await send('DELETE', `${base}/99999999`, { [name]: value })
      }
    expect(failed).toEqual([])
  },
)
