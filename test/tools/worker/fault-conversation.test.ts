import { expect, test } from 'vitest'
import { createCalmock } from '../../../src/index.ts'
import { differences } from '../../transports/conversation.ts'
import { converseWithFaults } from '../../transports/fault-conversation.ts'
import { authorized, hasWorkerd, startWorker } from './start-worker.ts'

const options = { events: 24, now: '2030-01-07T12:00:00Z' }

test.skipIf(!hasWorkerd)(
  'a worker in workerd has the same conversation with faults, but a dropped response has headers',
  async () => {
    const expected = await converseWithFaults(createCalmock(options).fetch, 'https://api.example')
    const worker = await startWorker({ options: JSON.stringify(options) })
    const transcript = await converseWithFaults((url, init) => {
      const isControl = url.includes('/__calmock/')
      return fetch(url, { ...init, ...(isControl && { headers: authorized }) })
    }, worker.url)
    await worker.stop()
    const nearly = expected.replaceAll('no response', '502\n\nthe body ends in the middle')
    expect(differences(transcript, nearly)).toEqual([])
  },
)
