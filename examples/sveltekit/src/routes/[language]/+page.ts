import { error } from '@sveltejs/kit'
import type { EventList } from 'calmock'

export async function load({ fetch, params }) {
  const response = await fetch(`/api/${params.language}/cal/events/v1/events?per_page=5`)
  if (!response.ok) error(response.status, 'The events could not be loaded.')
  const { events }: EventList = await response.json()
  return { events }
}
