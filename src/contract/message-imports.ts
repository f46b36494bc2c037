import type { Messages } from './messages/en.ts'
import type { LanguageCode } from './site.ts'

/** Imports of the messages, by language code. The messages of each language are a separate file. */
export const messageImports: Readonly<Record<LanguageCode, () => Promise<Messages>>> = {
  ar: async () => (await import('./messages/ar.ts')).arMessages,
  'zh-hans': async () => (await import('./messages/zh-hans.ts')).zhHansMessages,
  en: async () => (await import('./messages/en.ts')).enMessages,
  fr: async () => (await import('./messages/fr.ts')).frMessages,
  de: async () => (await import('./messages/de.ts')).deMessages,
  hi: async () => (await import('./messages/hi.ts')).hiMessages,
  es: async () => (await import('./messages/es.ts')).esMessages,
}
