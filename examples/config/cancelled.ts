import { defineScenario } from 'calmock'

export default defineScenario({
  name: 'cancelled',
  about: 'Every title ends with "(cancelled)".',
  change: (drafts) => ({
    ...drafts,
    event: (drafts.event ?? []).map((event) => ({ ...event, title: `${event.title} (cancelled)` })),
  }),
})
