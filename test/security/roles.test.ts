import { describe, expect, test } from 'vitest'
import { messages } from '../../fixtures/languages/messages.ts'
import { type Answer, type Call, fresh } from '../call.ts'
import { DE, leastOf } from '../http/world.ts'

/** The users in the order of their IDs. A visitor sends no credentials. */
const auth = ['admin', 'editor', 'author', 'contributor', 'subscriber'].map((name) =>
  name === 'admin' ? 'admin:word' : `${name}:word:${name}`,
)
/** The authors of records, with their IDs. */
const owners = { 'the contributor': 4, 'the author': 3, 'another user': 1 } as const

const signIn = (user: string): Record<string, string> =>
  user === 'visitor' ? {} : { authorization: `Basic ${btoa(`${user}:word`)}` }

const posts = ['events', 'venues', 'organizers'] as const
const terms = ['categories', 'tags'] as const
const users = ['admin', 'editor', 'author', 'contributor', 'subscriber', 'visitor'] as const
const names = { events: 'title', venues: 'venue', organizers: 'organizer' } as const
const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash'] as const

/** Statuses of responses, in the order of `users`. */
const writes = {
  all: [200, 200, 403, 403, 403, 401],
  author: [200, 200, 200, 403, 403, 401],
  drafts: [200, 200, 403, 200, 403, 401],
  trashed: [410, 410, 403, 403, 403, 401],
} as const

/** Creates a post by an administrator and returns its URL. */
async function createPost(
  call: Call,
  collection: string,
  fields: { readonly status: string; readonly author: number },
): Promise<string> {
  const json = { ...leastOf(collection), ...fields, date: dateFor(fields.status) }
  const headers = signIn('admin')
  const { status, body } = await call('POST', `${DE}/${collection}`, { json, headers })
  expect([status, body.status]).toEqual([201, fields.status])
  return `${DE}/${collection}/${body.id}`
}

/** A publication date that leaves the status as it is. */
const dateFor = (status: string): string => (status === 'future' ? '2031-01-01' : '2030-01-01')

/** Returns the responses to a read by each user. */
const askAll = (call: Call, target: string): Promise<Answer[]> =>
  Promise.all(users.map((user) => call('GET', target, { headers: signIn(user) })))

const statusOf = ({ status }: Answer): number => status

describe.each(posts)('%s by ID', (collection) => {
  test.each([
    ['publish', [200, 200, 200, 200, 200, 200]],
    ['future', [200, 200, 200, 200, 403, 401]],
    ['draft', [200, 200, 200, 200, 403, 401]],
    ['pending', [200, 200, 200, 200, 403, 401]],
    ['private', [200, 200, 200, 200, 403, 401]],
    ['trash', [410, 410, 410, 410, 410, 410]],
  ])('a read of the status %s returns %j', async (status, expected) => {
    const call = fresh({ empty: true, auth })
    const target = await createPost(call, collection, { status, author: 1 })
    const answers = await askAll(call, target)
    expect(answers.map(statusOf)).toEqual(expected)
    const visitor = answers[5]
    if (visitor?.status !== 401) return
    expect(visitor.body.code).toBe(`${collection.slice(0, -1)}-not-accessible`)
    expect(visitor.headers.get('www-authenticate')).toMatch(/^Basic /)
  })

  test.each([
    ['publish', 'the contributor', writes.all],
    ['future', 'the contributor', writes.all],
    ['draft', 'the contributor', writes.drafts],
    ['pending', 'the contributor', writes.drafts],
    ['private', 'the contributor', writes.all],
    ['trash', 'the contributor', writes.trashed],
    ['publish', 'the author', writes.author],
    ['future', 'the author', writes.author],
    ['draft', 'the author', writes.author],
    ['private', 'the author', writes.author],
    ['publish', 'another user', writes.all],
    ['draft', 'another user', writes.all],
    ['pending', 'another user', writes.all],
    ['trash', 'another user', writes.trashed],
  ] as const)('writes of the status %s by %s return %j', async (...row) => {
    const [status, owner, expected] = row
    const author = owners[owner]
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const call = fresh({ empty: true, auth })
      const found: number[] = []
      for (const user of users) {
        const fields = { status, author, [names[collection]]: user }
        const target = await createPost(call, collection, fields)
        const init = { headers: signIn(user), ...(method !== 'DELETE' && { json: { author } }) }
        found.push((await call(method, target, init)).status)
      }
      expect(found, method).toEqual(expected)
    }
  })

  test('by slug, a contributor writes no published record', async () => {
    const call = fresh({ empty: true, auth })
    const target = await createPost(call, collection, { status: 'publish', author: 4 })
    const { body } = await call('GET', target)
    const bySlug = `${DE}/${collection}/by-slug/${body.slug}`
    const answer = await call('DELETE', bySlug, { headers: signIn('contributor') })
    expect(answer.status).toBe(403)
  })
})

describe.each(posts)('a new record of %s', (collection) => {
  test.each([
    ['admin', [undefined, 'publish'], ['publish', 'publish'], ['draft', 'draft']],
    ['author', [undefined, 'publish'], ['publish', 'publish'], ['private', 'private']],
    ['contributor', [undefined, 'draft'], ['publish', 'pending'], ['future', 'pending']],
    ['contributor', ['draft', 'draft'], ['pending', 'pending'], ['private', 'private']],
  ])('by %s has the status that the role permits: %j %j %j', async (user, ...rows) => {
    for (const [status, expected] of rows) {
      const json = { ...leastOf(collection), ...(status && { status }) }
      const headers = signIn(user)
      const call = fresh({ empty: true, auth })
      const { status: code, body } = await call('POST', `${DE}/${collection}`, { json, headers })
      const id = { admin: '1', author: '3', contributor: '4' }[user]
      expect([code, body.status, body.author]).toEqual([201, expected, id])
    }
  })

  test.each([
    ['subscriber', 403],
    ['visitor', 401],
  ])('by a %s is rejected with %i', async (user, status) => {
    const init = { json: leastOf(collection), headers: signIn(user) }
    const answer = await fresh({ empty: true, auth })('POST', `${DE}/${collection}`, init)
    expect(answer.status).toBe(status)
  })

  test('a contributor’s update cannot publish', async () => {
    const call = fresh({ empty: true, auth })
    const target = await createPost(call, collection, { status: 'draft', author: 4 })
    const headers = signIn('contributor')
    const { body } = await call('PUT', target, { json: { status: 'publish' }, headers })
    expect(body.status).toBe('pending')
    const { body: unchanged } = await call('PUT', target, { json: {}, headers })
    expect(unchanged.status).toBe('pending')
  })
})

describe.each(terms)('%s', (collection) => {
  test('are read by all, and written by administrators, editors and authors', async () => {
    const call = fresh({ empty: true, auth })
    for (const [n, user] of users.entries()) {
      const headers = signIn(user)
      const json = { name: user }
      const made = await call('POST', `${DE}/${collection}`, { json, headers })
      expect(made.status, user).toBe([201, 201, 201, 403, 403, 401][n])
      const target = `${DE}/${collection}/100`
      expect((await call('GET', target, { headers })).status).toBe(200)
      const changed = await call('PUT', target, { json: { description: user }, headers })
      expect(changed.status, user).toBe(writes.author[n])
    }
  })
})

describe.each(posts)('the list of %s', (collection) => {
  async function createAll() {
    const call = fresh({ empty: true, auth })
    for (const status of statuses) {
      const json = {
        ...leastOf(collection),
        ...{ [names[collection]]: status, status, date: dateFor(status) },
      }
      await call('POST', `${DE}/${collection}`, { json, headers: signIn('admin') })
    }
    return call
  }

  test('shows users who may edit every status except the trash, and others published records', async () => {
    const answers = await askAll(await createAll(), `${DE}/${collection}`)
    for (const [n, { body }] of answers.entries()) {
      const found = body[collection].map(({ status }: { status: string }) => status).sort()
      const isEditor = n < 4
      const expected = isEditor ? ['draft', 'future', 'pending', 'private', 'publish'] : ['publish']
      expect([found, body.total], users[n]).toEqual([expected, expected.length])
    }
  })

  test.each([
    ['publish', [200, 200, 200, 200, 200, 200]],
    ['draft', [200, 200, 200, 200, 400, 400]],
    ['trash', [200, 200, 200, 200, 400, 400]],
    ['publish,private', [200, 200, 200, 200, 400, 400]],
  ])('returns %j for status=%s', async (status, expected) => {
    const answers = await askAll(await createAll(), `${DE}/${collection}?status=${status}`)
    expect(answers.map(statusOf)).toEqual(expected)
    const visitor = answers[5]
    if (visitor?.status !== 400) return
    expect(visitor.body.data.params.status).toBe(
      messages.de.unpublishedStatus
        .replace('{given}', `"${status}"`)
        .replace('{accepted}', 'publish'),
    )
  })

  test('links of an editor’s list visit each record once', async () => {
    const call = await createAll()
    const headers = signIn('editor')
    const ids: number[] = []
    let next: string | undefined = `${DE}/${collection}?per_page=2`
    while (next) {
      const { body }: Answer = await call('GET', next, { headers })
      ids.push(...body[collection].map(({ id }: { id: number }) => id))
      next = body.next_rest_url?.replace(/^https?:\/\/[^/]+/, '')
    }
    expect([ids.length, new Set(ids).size]).toEqual([5, 5])
  })
})

test('only_with_upcoming counts the events that the user may see', async () => {
  const call = fresh({ empty: true, auth })
  const venue = { venue: 'Hall', status: 'publish' }
  const json = { ...leastOf('events'), status: 'draft', venue }
  await call('POST', `${DE}/events`, { json, headers: signIn('admin') })
  const answers = await askAll(call, `${DE}/venues?only_with_upcoming=true`)
  expect(answers.map(({ body }) => body.total)).toEqual([1, 1, 1, 1, 0, 0])
})

test('a contributor who creates a venue of an existing name gets it unchanged', async () => {
  const call = fresh({ empty: true, auth })
  const target = await createPost(call, 'venues', { status: 'publish', author: 1 })
  const before = (await call('GET', target)).text
  const json = { ...leastOf('venues'), city: 'Bonn' }
  const answer = await call('POST', `${DE}/venues`, { json, headers: signIn('contributor') })
  expect([answer.status, `${DE}/venues/${answer.body.id}`]).toEqual([201, target])
  expect((await call('GET', target)).text).toBe(before)
})

test('without users, any client reads every status by ID and by asking for it', async () => {
  const call = fresh({ empty: true })
  const json = { ...leastOf('events'), status: 'draft' }
  const { body } = await call('POST', `${DE}/events`, { json })
  expect((await call('GET', `${DE}/events/${body.id}`)).status).toBe(200)
  const totals = ['', '?status=draft'].map((query) => call('GET', `${DE}/events${query}`))
  expect((await Promise.all(totals)).map(({ body }) => body.total)).toEqual([0, 1])
})
