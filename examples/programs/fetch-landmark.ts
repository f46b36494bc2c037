import { createCalmock, landmarks } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const { id } = landmarks.events.jazzNight
const response = await mock.fetch(`/en/cal/events/v1/events/${id.en}`)
console.log(response.status, (await response.json()).start_date) // 200 2030-01-11 20:00:00
