import { createCalmock } from 'calmock'
import { toNodeListener } from 'calmock/node'
import express from 'express'

const mock = createCalmock({ baseUrl: '/api', now: 'today' })
export const app = express()

// `app.use('/api', ...)` would remove /api from the URL that the mock reads
app.all('/api/*path', toNodeListener(mock))
