import type { Scenario } from '../../fixtures/scenario.ts'
import { imageModel } from '../contract/params/image.ts'
import { resources } from '../contract/resources/index.ts'
import type { Seed } from '../contract/seed.ts'
import { defaultLanguage } from '../contract/site.ts'
import { pickRecordOptions } from '../options/mock-options.ts'
import type { ResolvedOptions } from '../options/options.ts'
import type { MockSource } from '../seed/source/mock-source.ts'
import type { Model } from '../store/database.ts'
import { addUserData } from './user-data.ts'

/** The kinds of records, including images. */
export const models: readonly Model[] = [...resources, imageModel]

/** Returns a function that creates the seed of a scenario, with the records of the user. */
export function createSeedFactory(
  resolved: ResolvedOptions,
  source: Pick<MockSource, 'createSeed' | 'readMessages'>,
) {
  const { data } = resolved
  const options = pickRecordOptions(resolved)
  const readMessages = () => source.readMessages(defaultLanguage)
  return (scenario: readonly Scenario[], anchor: Date): Seed => {
    const generated = source.createSeed({ ...options, scenario, anchor })
    if (!data) return generated
    return addUserData(generated, anchor, { ...resolved, data, resources, models, readMessages })
  }
}
