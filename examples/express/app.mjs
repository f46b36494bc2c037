import { createCalmock } from 'calmock'
import { toNodeListener } from 'calmock/node'
import express from 'express'

const mock = createCalmock({ now: 'today' })
export const app = express()

app.use('/api', toNodeListener(mock))
