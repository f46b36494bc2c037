import { setupCalmock } from 'calmock/node'
import { HttpResponse, http } from 'msw'

const mock = setupCalmock({ sites: ['en'] })
await mock.start()
mock.server.use(
  http.get('https://weather.example/today', () => HttpResponse.json({ temperature: 21 })),
)

const weather = await (await fetch('https://weather.example/today')).json()
const events = await fetch('https://api.example/en/cal/events/v1/events?per_page=5')
console.log(weather.temperature, (await events.json()).events.length) // 21 5
await mock.stop()
