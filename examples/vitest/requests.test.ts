import { createCalmock } from 'calmock'
import { beforeEach, expect, test } from 'vitest'

const mock = createCalmock({ sites: ['en'] })

/** Your code. */
const search = (words: string) =>
  mock.fetch(`/en/cal/events/v1/events?${new URLSearchParams({ search: words })}`)

beforeEach(mock.reset)

test('a search sends the words of the user', async () => {
  await search('jazz & blues')
  expect(mock.requests).toContainEqual(
    expect.objectContaining({ method: 'GET', path: '/events', query: { search: 'jazz & blues' } }),
  )
})

test('a search has no parameter that the service ignores', async () => {
  await search('jazz')
  const notes = mock.requests.flatMap(({ notes }) => notes)
  expect(notes.filter(({ level }) => level === 'warning')).toEqual([])
})
