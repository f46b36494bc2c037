import type { EventFields } from 'calmock'
import { type FormEvent, useState } from 'react'
import { Calendar } from './Calendar.tsx'

/** A form that creates an event, and the list of events. */
export function NewEvent({ api }: { api: string }) {
  const [saved, setSaved] = useState(0)
  const save = async (submit: FormEvent<HTMLFormElement>) => {
    submit.preventDefault()
    const title = String(new FormData(submit.currentTarget).get('title'))
    const fields: EventFields = { title, start_date: 'tomorrow 7pm', end_date: 'tomorrow 9pm' }
    const response = await fetch(`${api}/events`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    })
    if (response.ok) setSaved(saved + 1)
  }
  return (
    <>
      <form onSubmit={save}>
        <label>
          Title <input name="title" required />
        </label>
        <button type="submit">Create</button>
      </form>
      <Calendar key={saved} api={api} />
    </>
  )
}
