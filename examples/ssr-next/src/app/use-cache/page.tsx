import { cookies } from 'next/headers'
import { type Event, listEvents } from '@/events'
import { List } from '@/list'

/** Lists the events, and keeps them for each world: the arguments are the key of `use cache`. */
async function listCachedEvents(_world: string | undefined): Promise<readonly Event[]> {
  'use cache'
  return listEvents()
}

export default async function Page() {
  const world = (await cookies()).get('calmock_url')?.value // undefined outside tests
  return <List events={await listCachedEvents(world)} />
}
