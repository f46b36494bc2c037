import 'openapi-explorer'
import i18next from 'i18next'
import { referenceWords } from './reference-words.ts'

/** Adds the languages that the library does not have. It chooses one by the member `x-locale` of a document. */
i18next.on('initialized', () => {
  for (const [language, words] of Object.entries(referenceWords))
    i18next.addResourceBundle(language, 'translation', words)
})
