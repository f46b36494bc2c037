import { languageImports } from '../../../fixtures/languages/imports.ts'
import { createLazyValues, Lazy, toLoadable } from '../../contract/lazy.ts'
import { type LanguageCode, languages } from '../../contract/site.ts'
import { createSeed } from '../create-seed.ts'
import { createLandmarks } from '../landmarks.ts'
import type { MockSource } from './mock-source.ts'
import { bundledDashboard } from './mock-source.ts'

/** Returns a source that loads each language pack, and the messages of each language, when a request reads it. */
export function onDemandSource(imports = languageImports): MockSource {
  const packs = createLazyValues(languages, (code) => imports.packs[code]())
  const messages = createLazyValues(languages, (code) => imports.messages[code]())
  const readPack = (language: LanguageCode) => packs[language].value
  const load = async (): Promise<void> => {
    await Promise.all(languages.map((language) => packs[language].load()))
  }
  return {
    landmarks: toLoadable(createLandmarks(readPack)),
    createSeed: (options) => ({ ...createSeed(options, readPack), load }),
    database: new Lazy(async () => (await import('../../store/open-database.ts')).openDatabase),
    dashboard: bundledDashboard,
    readMessages: (language) => messages[language].value,
    maxAnswerBytes: 4_000_000,
    systemNow: Date.now,
  }
}
