import { createCalmock, landmarks } from 'calmock'

const mock = createCalmock({ sites: ['fr'] })

/** Reads an event as your app does. */
async function readEvent(name: keyof typeof landmarks.events) {
  const response = await mock.fetch(landmarks.events[name].url.fr ?? '')
  return response.json()
}

const { venue } = await readEvent('noVenue')
console.log(Array.isArray(venue), venue.length) // true 0

const { organizer } = await readEvent('twoOrganizers')
console.log(organizer.length) // 2

const { image } = await readEvent('noImage')
console.log(image) // false

const { cost, cost_details } = await readEvent('costRange')
console.log(cost, cost_details.values.length) // 16€ – 24€ 2

const { title } = await readEvent('longTitle')
console.log(title.length > 180) // true
