import { unstable_cache } from 'next/cache'
import { cookies } from 'next/headers'
import { listEvents } from '@/events'
import { List } from '@/list'

/** Lists the events, and keeps them for each world: the arguments are part of the key. */
const listCachedEvents = unstable_cache((_world: string | undefined) => listEvents())

export default async function Page() {
  const world = (await cookies()).get('calmock_url')?.value // undefined outside tests
  return <List events={await listCachedEvents(world)} />
}
