import { createCalmock, type LanguageCode, type Options, type Snapshot } from 'calmock'

const sites: readonly LanguageCode[] = ['fr', 'ar']
const options: Options = { sites, scenario: 'today+long-text', maxPerPage: 100 }
const mock = createCalmock(options)
console.log(mock.sites[0]?.root) // /fr

const snapshot: Snapshot = mock.snapshot()
mock.setScenario('empty')
mock.restore(snapshot)
console.log(mock.scenario) // today+long-text
