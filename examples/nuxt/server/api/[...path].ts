import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en', 'de'], baseUrl: '/api', now: 'today' })

export default defineEventHandler((event) => mock.fetch(toWebRequest(event)))
