import { connection } from 'next/server'
import { listEvents } from '@/events'
import { List } from '@/list'

/** Lists the events that the data cache of Next keeps. Its key contains the address. */
export default async function Page() {
  await connection()
  return <List events={await listEvents({ cache: 'force-cache' })} />
}
