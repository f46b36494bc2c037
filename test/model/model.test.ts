import fc from 'fast-check'
import { test } from 'vitest'
import { commands, modelFrom } from './commands.ts'
import { lookAtAll } from './looks.ts'
import { realMock } from './mock.ts'

const seed = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31)
const seconds = Number(process.env.FUZZ_SECONDS ?? 8)

// The model omits translations (records from requests have none), passwords, time zones, coordinates, pictures,
// costs, texts except names, worlds, scenarios and other notations of the same query.
test(
  'the mock equals a small model after arbitrary commands',
  async () => {
    const sequences = fc.commands(commands, { maxCommands: 100, size: 'max' })
    const property = fc.asyncProperty(sequences, async (sequence) => {
      const real = realMock()
      const model = modelFrom(real.mock.snapshot().nextId)
      await fc.asyncModelRun(() => ({ model, real }), sequence)
      await lookAtAll(real, model.state)
    })
    console.log(`FUZZ_SEED=${seed}`) // reproduces the same sequences
    const limit = { interruptAfterTimeLimit: seconds * 1000, numRuns: 1_000_000 }
    await fc.assert(property, { seed, ...limit })
  },
  seconds * 1000 + 30_000,
)
