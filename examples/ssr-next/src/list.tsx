import type { Event } from './events'

export const List = ({ events }: { readonly events: readonly Event[] }) => (
  <ul>
    {events.map(({ id, title }) => (
      <li key={id}>{title}</li>
    ))}
  </ul>
)
