import fc from 'fast-check'
import { expect, test } from 'vitest'
import { statuses } from '../../src/contract/post-status.ts'
import type { Options } from '../../src/options/options.ts'
import { type Answer, type Call, fresh } from '../call.ts'
import { DE, type Fields, HI, make, makeEvent, read, translated, update } from '../http/world.ts'

const roles = ['admin', 'editor', 'author', 'contributor', 'subscriber', 'visitor'] as const
type Role = (typeof roles)[number]
const auth = roles
  .filter((role) => role !== 'visitor')
  .map((role) => (role === 'admin' ? 'admin:word' : `${role}:word:${role}`))

const isReader = (role: Role): boolean => role !== 'subscriber' && role !== 'visitor'

/** Returns a function that sends requests of one role to a mock. */
const by =
  (call: Call, role: Role): Call =>
  (method, target, init = {}) => {
    const credentials = { authorization: `Basic ${btoa(`${role}:word`)}` }
    const headers = { 'x-calmock-explain': '1', ...init.headers }
    return call(method, target, {
      ...init,
      headers: { ...headers, ...(role !== 'visitor' && credentials) },
    })
  }

const textOf = ({ text, headers }: Answer): string =>
  `${text}\n${JSON.stringify([...headers.entries()])}`

/** A publication date that leaves the status as it is. */
const dateFor = (status: string): string => (status === 'future' ? '2031-01-01' : '2030-01-01')

/** Creates a published event with one venue and two organizers, which have the statuses and contain the marks. */
async function createLinked(call: Call, linked: readonly { status: string; mark: string }[]) {
  const admin = by(call, 'admin')
  const [venue, ...organizers] = linked.map(({ status, mark }, n) => {
    const fields = { status, date: dateFor(status), description: `About ${mark}` }
    return n === 0
      ? make(admin, 'venues', { ...fields, venue: `Hall ${mark}`, phone: mark })
      : make(admin, 'organizers', {
          ...fields,
          organizer: `Club ${mark}`,
          email: `${mark}@a.example`,
        })
  })
  const ids = await Promise.all([venue, ...organizers].map(async (record) => (await record).id))
  const [venueId, ...organizerIds] = ids
  const event = await makeEvent(admin, { venue: venueId, organizer: organizerIds })
  return { event, venueId, organizerIds }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'
const arbitraryMark = fc
  .array(fc.constantFrom(...letters), { minLength: 10, maxLength: 10 })
  .map((word) => `qz${word.join('')}`)

const scene = fc.record({
  marks: fc.uniqueArray(arbitraryMark, { minLength: 3, maxLength: 3 }),
  linked: fc.array(fc.constantFrom(...statuses), { minLength: 3, maxLength: 3 }),
  // a role may come again after others, which would show the answer of another one in a cache
  order: fc.array(fc.constantFrom(...roles), { minLength: 6, maxLength: 6 }),
})

test('an event shows and finds its unpublished venue and organizers for those only who may read them (18.6b)', async () => {
  let shown = 0
  let hidden = 0
  await fc.assert(
    fc.asyncProperty(scene, async ({ marks, linked, order }) => {
      const call = fresh({ empty: true, auth })
      const records = marks.map((mark, n) => ({ mark, status: linked[n] ?? 'draft' }))
      const { event, venueId, organizerIds } = await createLinked(call, records)
      const ids = [venueId, ...organizerIds]
      for (const role of order) {
        const get = (target: string) => by(call, role)('GET', target)
        const mayRead = ({ status }: { status: string }): boolean =>
          status === 'publish' || (isReader(role) && status !== 'trash')
        const [item, bySlug] = [`${DE}/events/${event.id}`, `${DE}/events/by-slug/${event.slug}`]
        for (const target of [`${DE}/events`, item, bySlug]) {
          const answer = await get(target)
          for (const record of records) {
            const isShown = textOf(answer).includes(record.mark)
            expect(isShown, `${role} ${target} ${record.status}`).toBe(mayRead(record))
            if (isShown) shown++
            else hidden++
          }
        }
        const { venue, organizer, json_ld: jsonLd } = (await get(item)).body
        const [place, ...clubs] = records
        expect(Array.isArray(venue)).toBe(!(place && mayRead(place)))
        expect(organizer).toHaveLength(clubs.filter(mayRead).length)
        expect(jsonLd.location?.telephone).toBe(place && mayRead(place) ? place.mark : undefined)
        const club = clubs.find(mayRead)
        expect(jsonLd.organizer?.email).toBe(club && `${club.mark}@a.example`)
        // pages show what visitors may read
        const page = textOf(await get(`/de/event/${event.slug}/`))
        for (const { mark, status } of records)
          expect(page.includes(mark)).toBe(status === 'publish')
        // neither filters, searches and notes show them
        for (const [n, record] of records.entries()) {
          const field = n === 0 ? 'venue' : 'organizer'
          const answer = await get(`${DE}/events?${field}=${ids[n]}`)
          const isFound = isReader(role) || record.status === 'publish'
          expect(answer.body.total, `${role} ${record.status}`).toBe(isFound ? 1 : 0)
          const part = record.mark.slice(0, -1)
          const targets = [
            `${DE}/events?${field}=hall-${part}`,
            `${DE}/events?${field}=club-${part}`,
          ]
          for (const target of [
            ...targets,
            `${DE}/${field}s?search=qz`,
            `${DE}/${field}s/${ids[n]}`,
          ])
            if (!mayRead(record)) expect(textOf(await get(target))).not.toContain(record.mark)
        }
      }
    }),
    { numRuns: 15 },
  )
  expect(Math.min(shown, hidden)).toBeGreaterThan(100)
}, 60_000)

/** Returns the draft venue in Bonn of a published event, and the answers of each role to a request. */
async function createDraftVenue(options: Options = {}) {
  const call = fresh({ empty: true, auth, ...options })
  const linked = ['draft', 'publish', 'private'].map((status) => ({ status, mark: `qz${status}` }))
  const base = options.preset ? '/de/wp-json/tribe/events/v1' : DE
  return { call, base, ...(await createLinked(relocate(call, base), linked)) }
}

const relocate =
  (call: Call, base: string): Call =>
  (method, target, init) =>
    call(method, target.replace(DE, base), init)

test('an event whose venue is hidden from a visitor cannot be found by its coordinates (18.6b)', async () => {
  const call = fresh({ auth })
  const list = await read(call, `${DE}/events?geoloc=true&per_page=50`)
  const { id, venue } = list.events[0]
  await update(by(call, 'admin'), `${DE}/venues/${venue.id}`, { status: 'draft' })
  const near = `geoloc_lat=${venue.geo_lat}&geoloc_lng=${venue.geo_lng}`
  const finds = async (role: Role, query: string): Promise<boolean> => {
    const { events } = await read(by(call, role), `${DE}/events?per_page=50&${query}`)
    return events.some((event: Fields) => event.id === id)
  }
  for (const role of ['visitor', 'editor'] as const) {
    const isFound = role === 'editor'
    expect([await finds(role, near), await finds(role, 'geoloc=true')]).toEqual([isFound, isFound])
    expect(await finds(role, 'geoloc=false')).toBe(!isFound)
  }
})

test.each(['venues', 'organizers', 'tags', 'categories'])(
  '%s?event= shows nothing of an event that the client may not read (15.3)',
  async (collection) => {
    const call = fresh({ empty: true, auth })
    const admin = by(call, 'admin')
    const links = {
      venue: { venue: 'Hall' },
      organizer: { organizer: 'Club' },
      tags: 'Jazz',
      categories: 'Music',
    }
    const { id } = await makeEvent(admin, { status: 'draft', ...links })
    const target = `${DE}/${collection}?event=${id}&hide_empty=false`
    const totals = roles.map(async (role) => (await read(by(call, role), target)).total)
    expect(await Promise.all(totals)).toEqual([1, 1, 1, 1, 0, 0])
  },
)

test('a visitor sees the record itself in place of an unpublished translation (18.6b)', async () => {
  const call = fresh({ auth })
  const admin = by(call, 'admin')
  const { record: venue, siblings } = await translated(call, 'venues')
  const english = `${HI}/venues/${siblings.en}`
  await admin('DELETE', english)
  const event = await make(admin, 'events', { venue: venue.id }, `${HI}/events?i18n_language=en`)
  await update(admin, english, { status: 'draft' })
  const shown = roles.map(
    async (role) => (await read(by(call, role), `${HI}/events/${event.id}`)).venue.id,
  )
  const expected = roles.map((role) => (isReader(role) ? siblings.en : venue.id))
  expect(await Promise.all(shown)).toEqual(expected)
})

test('without users, an event shows its unpublished venue and organizers to every client (18.6b)', async () => {
  const { call, event } = await createDraftVenue({ auth: [] })
  const { body } = await call('GET', `${DE}/events/${event.id}`)
  expect([body.venue.status, body.organizer.length]).toEqual(['draft', 2])
})

test('with the preset, an event shows its unpublished venue and organizers to visitors as the service does, with a note (18.6b)', async () => {
  const { call, base, event, venueId } = await createDraftVenue({ preset: 'the-events-calendar' })
  for (const target of [`events/${event.id}`, 'events', `events?venue=${venueId}`]) {
    const answer = await by(call, 'visitor')('GET', `${base}/${target}`)
    const [shown] = answer.body.events ?? [answer.body]
    expect([shown.venue.status, shown.organizer.length]).toEqual(['draft', 2])
    const notes: Fields[] = JSON.parse(answer.headers.get('x-calmock-notes') ?? '[]')
    const linked = notes.filter(({ code }) => code === 'unpublished-linked')
    expect(linked.map(({ parameter }) => parameter)).toEqual(['venue', 'organizer'])
    const editor = await by(call, 'editor')('GET', `${base}/${target}`)
    expect(editor.headers.get('x-calmock-notes') ?? '').not.toContain('unpublished-linked')
  }
})
