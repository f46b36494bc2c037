import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })

/** Counts events. It leaves out empty filters, which are an error of the API. */
async function count(filters: Record<string, string>) {
  const chosen = Object.entries(filters).filter(([, value]) => value !== '')
  const query = new URLSearchParams([...chosen, ['_fields', 'total']])
  const response = await mock.fetch(`/en/cal/events/v1/events?${query}`)
  return response.ok ? (await response.json()).total : `status ${response.status}`
}

const jazz = await count({ categories: 'jazz', search: '' })
console.log(jazz > 0, jazz < (await count({}))) // true true
console.log(await count({ search: 'a name that no event has' })) // 0
console.log(await count({ categories: 'no-such-category' })) // status 400
