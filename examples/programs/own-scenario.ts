import { createCalmock, defineScenario } from 'calmock'

export const soldOut = defineScenario({
  name: 'sold-out',
  about: 'Every title ends with "(sold out)".',
  change: (drafts) => ({
    ...drafts,
    event: (drafts.event ?? []).map((event) => ({ ...event, title: `${event.title} (sold out)` })),
  }),
})

const mock = createCalmock({ scenario: ['today', soldOut], sites: ['en'] })
const response = await mock.fetch('/en/cal/events/v1/events?per_page=1')
const { events } = await response.json()
console.log(events[0].title.endsWith('(sold out)')) // true
