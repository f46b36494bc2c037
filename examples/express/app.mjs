import { createCalmock } from 'calmock'
import { toNodeListener } from 'calmock/node'
import express from 'express'

const mock = createCalmock({ sites: ['en', 'de'], now: 'today' })
export const app = express()

app.get('/api/en/cal/events/v1/weather', (_request, response) => response.json({ sun: true }))
app.use('/api', toNodeListener(mock))
app.get('/', (_request, response) => response.send('<h1>My app</h1>'))
