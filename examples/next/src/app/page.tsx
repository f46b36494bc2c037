import type { EventList } from 'calmock'
import { connection } from 'next/server'
import { Suspense } from 'react'
import { mock } from '@/mock'

/** Lists the next five events, without a request over the network. */
async function Events() {
  await connection() // on each request, not in the build
  const response = await mock.fetch('/api/en/cal/events/v1/events?per_page=5')
  const { events }: EventList = await response.json()
  return (
    <ul>
      {events.map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
}

export default function Page() {
  return (
    <Suspense fallback={<p>Loading</p>}>
      <Events />
    </Suspense>
  )
}
