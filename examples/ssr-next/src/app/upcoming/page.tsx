import type { EventList } from 'calmock'
import { connection } from 'next/server'
import { Suspense } from 'react'

async function Events() {
  await connection() // waits for a request: the build does not read events
  const response = await fetch('https://api.example/en/cal/events/v1/events')
  if (!response.ok) return <p>Not now ({response.status})</p>
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
    <Suspense>
      <Events />
    </Suspense>
  )
}
