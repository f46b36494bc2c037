import { createCalmock } from 'calmock'

const mock = createCalmock({ sites: ['en'] })
await mock.fetch('/en/cal/events/v1/events?limit=5&page=2')
const warnings = mock.requests
  .flatMap(({ notes }) => notes)
  .filter(({ level }) => level === 'warning')
console.log(warnings.map(({ parameter }) => parameter).join()) // limit
