import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'], now: 'today' })

export default { fetch: (request: Request) => mock.fetch(request) }
