import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en', 'de'], baseUrl: '/api', now: 'today' })

export const fallback = ({ request }: { request: Request }) => mock.fetch(request)
