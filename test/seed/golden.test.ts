import { expect, test } from 'vitest'
import { goldenHashes } from '../../scripts/golden.ts'
import golden from './golden.json' with { type: 'json' }

test('every scenario generates its recorded bytes; a changed hash is a breaking change', async () => {
  expect(await goldenHashes()).toEqual(golden)
}, 60_000)
