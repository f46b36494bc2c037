import { createCalmock } from 'calmock'
import { handlersFor } from 'calmock/msw'
import { HttpResponse, http } from 'msw'
import { setupWorker } from 'msw/browser'

const mock = createCalmock({ sites: ['en'], now: 'today' })
const weather = http.get('https://weather.example/today', () => HttpResponse.json({ sun: true }))
await setupWorker(weather, ...handlersFor(mock)).start()

const response = await fetch('https://api.example/en/cal/events/v1/events?per_page=3')
const { events } = await response.json()
document.body.textContent = events.map(({ title }: { title: string }) => title).join(' · ')
