import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
await mock.fetch('/en/cal/events/v1/events?serach=jazz')
await mock.fetch('/en/cal/events/v1/events/99999')

const [search, missing] = mock.requests
console.log(search?.method, search?.path, JSON.stringify(search?.query)) // GET /events {"serach":"jazz"}
console.log(search?.notes[0]?.message) // GET /events ignores "serach"; did you mean "search"?
console.log(missing?.status, missing?.reason) // 404 The event 99999 does not exist.
console.log(missing?.curl) // curl http://localhost/en/cal/events/v1/events/99999
