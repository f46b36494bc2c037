import { createCalmock, defineScenario } from 'calmock'

export const cancelled = defineScenario({
  name: 'cancelled',
  about: 'Every title ends with "(cancelled)".',
  change: (drafts) => ({
    ...drafts,
    event: (drafts.event ?? []).map((event) => ({ ...event, title: `${event.title} (cancelled)` })),
  }),
})

const mock = createCalmock({ scenario: ['today', cancelled], sites: ['en'] })
const response = await mock.fetch('/en/cal/events/v1/events?per_page=1')
const { events } = await response.json()
console.log(events[0].title.endsWith('(cancelled)')) // true
