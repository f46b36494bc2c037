import { expect, test } from 'vitest'
import { resources } from '../src/contract/resources/index.ts'
import { createCalmock } from '../src/index.ts'

const base = 'https://any.example/de/cal/events/v1'

test.each(resources)('every field of $name has a default value', (resource) => {
  const { fields, hiddenFields, defaults: blank } = resource
  const columns = Object.keys({ ...fields, ...hiddenFields }).filter((name) => name !== 'slug')
  expect(Object.keys(blank)).toEqual(expect.arrayContaining(columns))
})

test.each(resources)(
  'a $name created in the database with few fields is served',
  async ({ name, collection }) => {
    const mock = createCalmock({ empty: true })
    const kind = name as keyof typeof mock.db
    mock.db[kind].create({ id: 900, slug: 'mine', language: 'de', group: 900 })
    const one = await mock.fetch(`${base}/${collection}/900`)
    const list = await mock.fetch(`${base}/${collection}?hide_empty=false&start_date=1960-01-01`)
    expect([one.status, (await one.json()).slug]).toEqual([200, 'mine'])
    expect([list.status, (await list.json()).total]).toEqual([200, 1])
  },
)

test('changes through the database appear in responses, and changes of clients appear in the database', async () => {
  const mock = createCalmock()
  const id = mock.landmarks.events.jazzNight.id.de
  mock.db.event.update({ where: { id: { equals: id } }, data: { title: 'Umgezogen' } })
  expect((await (await mock.fetch(`${base}/events/${id}`)).json()).title).toBe('Umgezogen')
  await mock.fetch(`${base}/events/${id}`, {
    method: 'POST',
    body: new URLSearchParams({ title: 'Zurück' }),
  })
  expect(mock.db.event.findFirst({ where: { id: { equals: id } } })?.title).toBe('Zurück')
})
