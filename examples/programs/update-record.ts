import { createCalmock, landmarks } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
const id = landmarks.events.jazzNight.id.en
mock.db.event.update({ where: { id: { equals: id } }, data: { title: 'Sold out' } })
const response = await mock.fetch(`/en/cal/events/v1/events/${id}?_fields=title`)
console.log(await response.text()) // {"title":"Sold out"}
