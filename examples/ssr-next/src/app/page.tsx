import { refresh } from 'next/cache'
import { connection } from 'next/server'
import { addEvent, listEvents } from '@/events'
import { List } from '@/list'

async function add(form: FormData): Promise<void> {
  'use server'
  await addEvent(String(form.get('title')))
  refresh()
}

export default async function Page() {
  await connection()
  return (
    <>
      <List events={await listEvents()} />
      <form action={add}>
        <label>
          Title <input name="title" />
        </label>
        <button type="submit">Add</button>
      </form>
    </>
  )
}
