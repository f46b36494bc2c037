import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const url = '/en/cal/events/v1/events?serach=jazz&per_page=5'

const response = await mock.fetch(url)
console.log(response.headers.get('X-Calmock-Notes')) // unknown-parameter

const explained = await mock.fetch(url, { headers: { 'x-calmock-explain': '1' } })
const [note] = JSON.parse(explained.headers.get('X-Calmock-Notes') ?? '[]')
console.log(note.message) // GET /events ignores "serach"; did you mean "search"?
