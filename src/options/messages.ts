import type { Messages } from '../contract/format-message.ts'
import {
  defaultLanguage,
  type LanguageCode,
  languages,
  type SiteMessages,
} from '../contract/site.ts'

/** Returns the messages of all available languages, the default language first. */
export const collectMessages = (
  messagesFor: (code: LanguageCode) => Messages | undefined,
): readonly SiteMessages[] =>
  [...new Set([defaultLanguage, ...languages])].flatMap((language) => {
    const messages = messagesFor(language)
    return messages ? [{ language, messages }] : []
  })
