import { describe, expect, test } from 'vitest'
import { type AnyRecord, loadCollections } from '../../../src/dashboard/openapi.ts'
import {
  changeValue,
  createBody,
  describeEnd,
  type FormValues,
  findMissing,
  isChanged,
  listDates,
  listFields,
  readValues,
} from '../../../src/dashboard/records/form-fields.ts'
import { openApp } from './use-app.ts'

/** Opens the form of a new event, or of the first one. */
async function openForm(isNew: boolean) {
  const { app } = await openApp()
  const collections = await loadCollections(app)
  const fields = collections
    .filter(({ name }) => name === 'events')
    .flatMap((events) => listFields(events, collections, isNew))
  const path = `${app.site.value.path}/events`
  const { events } = await app.api.json<{ events: AnyRecord[] }>({ method: 'GET', path })
  const record = isNew ? undefined : events[0]
  const save = (body: object) =>
    app.api.json<AnyRecord>({
      ...(record ? { method: 'PATCH', path: `${path}/${record.id}` } : { method: 'POST', path }),
      body,
    })
  return { fields, record, initial: readValues(record, fields), save }
}

const field = (form: Awaited<ReturnType<typeof openForm>>, name: string) =>
  form.fields.find((one) => one.name === name)

const dates = { start_date: '2030-02-01 18:00:00', end_date: '2030-02-01 21:30:00' }

describe('the fields of an event', () => {
  test('the required fields come first, then pickers, and long texts are at the end', async () => {
    const names = (await openForm(true)).fields.map(({ name }) => name)
    expect(names.slice(0, 3)).toEqual(['title', 'start_date', 'end_date'])
    expect(names.slice(3, 7).sort()).toEqual(['categories', 'organizer', 'tags', 'venue'])
    expect(names.slice(-2).sort()).toEqual(['description', 'excerpt'])
  })

  test.each([
    ['title', { label: 'Title', control: 'text', group: 'What', isRequired: true }],
    ['start_date', { label: 'Start date', control: 'date', group: 'When', isRequired: true }],
    ['all_day', { label: 'All day', control: 'checkbox', group: 'When' }],
    ['timezone', { label: 'Timezone', control: 'text', group: 'When' }],
    ['venue', { control: 'links', group: 'Where', isMultiple: false }],
    ['organizer', { control: 'links', group: 'What', isMultiple: true }],
    ['description', { control: 'long', group: 'What', isRequired: false }],
    ['status', { control: 'choice', group: 'More' }],
    ['slug', { control: 'text', group: 'More' }],
  ])('%s has its control and its group', async (name, expected) => {
    expect(field(await openForm(true), name)).toMatchObject(expected)
  })

  test('the two dates of the form are the start and the end', async () => {
    const { fields } = await openForm(true)
    expect(listDates(fields).map(({ name }) => name)).toEqual(['start_date', 'end_date'])
  })
})

describe('the body of a write', () => {
  test('an unchanged record needs no write, and a changed title sends the dates too', async () => {
    const { fields, initial, record, save } = await openForm(false)
    expect(isChanged(initial, initial)).toBe(false)
    const values: FormValues = { ...initial, title: 'Changed' }
    expect(isChanged(values, initial)).toBe(true)
    const body = createBody(fields, values, initial)
    const { start_date, end_date } = initial
    expect(body).toMatchObject({ title: 'Changed', start_date, end_date })
    expect(body).not.toHaveProperty('description')
    const saved = await save(body)
    const { title, modified, modified_utc, slug, url, rest_url, ...kept } = saved
    expect(title).toBe('Changed')
    expect(record).toMatchObject(kept)
  })

  test('a new event has linked records by ID or by name, and values of the right type', async () => {
    const form = await openForm(true)
    const { fields, initial, save } = form
    const values: FormValues = {
      ...{ ...initial, ...dates, title: 'New', all_day: 'true' },
      venue: [{ name: 'New hall' }],
      tags: [{ name: 'one' }, { name: 'two' }],
    }
    const body = createBody(fields, values, initial)
    expect(body).toMatchObject({ all_day: true, venue: [{ venue: 'New hall' }] })
    const { id, venue, ...saved } = await save(body)
    expect(saved).toMatchObject({ title: 'New', all_day: true })
    expect(venue).toMatchObject({ venue: 'New hall' })
    const picker = field(form, 'venue')
    const linked = { ...initial, venue: [{ id, name: 'New hall' }] }
    expect(createBody(picker ? [picker] : [], linked, initial)).toEqual({ venue: [id] })
  })
})

describe('what the form says at its fields', () => {
  test('required fields without a value ask for it', async () => {
    const { fields, initial } = await openForm(true)
    expect(findMissing(fields, { ...initial, title: ' ' })).toEqual({
      title: 'Enter a title.',
      start_date: 'Enter a start date.',
      end_date: 'Enter an end date.',
    })
    expect(findMissing(fields, { ...initial, ...dates, title: 'A' })).toEqual({})
  })

  test('an end before the start says what the service saves (17.5a)', async () => {
    const { fields } = await openForm(true)
    const early = { ...dates, end_date: '2030-02-01 17:00:00' }
    expect(describeEnd(fields, early)).toEqual({
      end_date: expect.stringContaining('Before the start'),
    })
    expect(describeEnd(fields, { ...early, all_day: 'true' })).toEqual({})
    expect(describeEnd(fields, dates)).toEqual({})
  })

  test.each([
    [dates, '2030-03-31 20:00:00', '2030-03-31 23:30:00'],
    [{ start_date: '', end_date: '' }, '2030-12-31 23:00:00', '2031-01-01 01:00:00'],
    [
      { start_date: dates.end_date, end_date: dates.start_date },
      '2030-02-01 10:00:00',
      '2030-02-01 12:00:00',
    ],
  ])('from %j, a start at %s moves the end to %s', async (values, start, end) => {
    const { fields } = await openForm(true)
    const moved = changeValue(values, ['start_date', start], listDates(fields))
    expect(moved).toEqual({ start_date: start, end_date: end })
    const ended = changeValue(values, ['end_date', end], listDates(fields))
    expect(ended).toEqual({ ...values, end_date: end })
  })
})
