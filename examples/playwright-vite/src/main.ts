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

/** Shows the next five events, or an error. Tries again after the seconds of `Retry-After`. */
async function show(): Promise<void> {
  const response = await fetch(`${events}?per_page=5`).catch(() => undefined)
  const next: EventList | undefined = response?.ok ? await response.json() : undefined
  showError(next ? '' : 'The events could not be loaded.')
  status.textContent = next?.events.length === 0 ? 'No events' : ''
  list.replaceChildren(...(next?.events ?? []).map(createItem))
  const seconds = Number(response?.headers.get('Retry-After'))
  if (seconds > 0) setTimeout(show, seconds * 1000)
}

/** Shows an error, or removes the one that is shown. */
function showError(text: string): void {
  alert.textContent = text
  alert.hidden = text === ''
}

/** Creates the item of an event, with a button that marks it as sold out and one that deletes it. */
function createItem({ id, title }: Event): HTMLElement {
  const item = document.createElement('li')
  const change = () => send('POST', `${events}/${id}`, { title: `${title} (sold out)` })
  const remove = () => send('DELETE', `${events}/${id}`)
  item.append(`${title} `, createButton('Sold out', change), ' ', createButton('Delete', remove))
  return item
}

function createButton(text: string, act: () => void): HTMLElement {
  const button = document.createElement('button')
  button.textContent = text
  button.addEventListener('click', act)
  return button
}

/** Creates, changes or deletes an event. Shows the list again, or an error. */
async function send(method: string, url: string, fields?: Partial<EventFields>): Promise<boolean> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: fields ? JSON.stringify(fields) : null,
  }).catch(() => undefined)
  if (response?.ok) await show()
  else showError('The event could not be saved.')
  return response?.ok === true
}

form.addEventListener('submit', async (submitted) => {
  submitted.preventDefault()
  const title = String(new FormData(form).get('title'))
  const isSaved = await send('POST', events, { title, start_date: 'now', end_date: '+1 hour' })
  if (isSaved) form.reset()
})

heading.textContent = new Date().toLocaleDateString(language, { dateStyle: 'full' })
show()
