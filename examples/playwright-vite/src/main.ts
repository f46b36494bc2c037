/// <reference types="vite/client" />
import type { Event, EventFields, EventList } from 'calmock'

const host = import.meta.env.VITE_API_HOST ?? 'https://api.example'
const language = new URLSearchParams(location.search).get('lang') ?? 'en'
const events = `${host}/${language}/cal/events/v1/events`

const heading = document.querySelector('h1') as HTMLElement
const alert = document.querySelector('[role=alert]') as HTMLElement
const status = document.querySelector('[role=status]') as HTMLElement
const list = document.querySelector('ul') as HTMLElement
const form = document.querySelector('form') as HTMLFormElement

/** Shows the next five events, or an error. */
async function show(): Promise<void> {
  const response = await fetch(`${events}?per_page=5`).catch(() => undefined)
  alert.hidden = response?.ok === true
  status.textContent = ''
  if (!response?.ok) return list.replaceChildren()
  const { events: next }: EventList = await response.json()
  list.replaceChildren(...next.map(createItem))
  if (next.length === 0) status.textContent = 'No events'
}

/** Creates the item of an event, with a button that marks the event as sold out. */
function createItem({ id, title }: Event): HTMLElement {
  const item = document.createElement('li')
  const button = document.createElement('button')
  button.textContent = 'Sold out'
  button.addEventListener('click', () => save(`${events}/${id}`, { title: `${title} (sold out)` }))
  item.append(`${title} `, button)
  return item
}

/** Creates or changes an event, and shows the list again. */
async function save(url: string, fields: Partial<EventFields>): Promise<void> {
  await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(fields),
  })
  await show()
}

form.addEventListener('submit', async (submitted) => {
  submitted.preventDefault()
  const title = String(new FormData(form).get('title'))
  form.reset()
  await save(events, { title, start_date: 'now', end_date: '+1 hour' })
})

heading.textContent = new Date().toLocaleDateString(language, { dateStyle: 'full' })
show()
