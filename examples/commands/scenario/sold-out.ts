import { defineScenario } from 'calmock'

export default defineScenario({
  name: 'sold-out',
  about: 'Every title ends with "(sold out)".',
  change: (drafts) => ({
    ...drafts,
    event: (drafts.event ?? []).map((event) => ({ ...event, title: `${event.title} (sold out)` })),
  }),
})
