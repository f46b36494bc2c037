import type { EventList } from 'calmock'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'

export async function loader({ params, request }: LoaderFunctionArgs) {
  const path = `/api/${params.language}/cal/events/v1/events?per_page=5`
  const response = await fetch(new URL(path, request.url))
  if (!response.ok) throw new Response(null, { status: response.status })
  const { events }: EventList = await response.json()
  return events
}

export default function Events() {
  return (
    <ul>
      {useLoaderData<typeof loader>().map(({ id, title }) => (
        <li key={id}>{title}</li>
      ))}
    </ul>
  )
}
