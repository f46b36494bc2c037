import { createNote, type NoteCollector } from '../contract/note.ts'
import { quote } from '../contract/params/param.ts'
import { languages, type Site } from '../contract/site.ts'

/** Adds the note about a requested language that the site does not offer. */
export function explainLanguage(
  requested: unknown,
  { accepts, language }: Site,
  notes: Pick<NoteCollector, 'add'>,
): void {
  if (typeof requested !== 'string' || accepts.includes(requested)) return
  const word = requested.toLowerCase()
  const nearest =
    accepts.find((code) => code === word) ??
    accepts.find((code) => code.split('-')[0] === word.split(/[-_]/)[0])
  const advice = nearest ? `; did you mean ${quote(nearest)}?` : ''
  const message = `the site ${language} offers ${accepts.join(', ')}, not ${quote(requested)}${advice}`
  notes.add(createNote('language-not-offered', message, 'i18n_language'))
}

/** Adds the note about a path that begins with the code of a language without a site. */
export function explainUnknownSite(
  path: string,
  sites: readonly Site[],
  notes: Pick<NoteCollector, 'add'>,
): void {
  const codes = sites.map(({ language }) => language)
  const segments = path.split('/')
  const missing = languages.find((code) => segments.includes(code) && !codes.includes(code))
  if (missing === undefined) return
  const option = [...codes, missing].join(',')
  const message = `the mock has the sites ${codes.join(', ')}; --sites ${option} adds ${missing}`
  notes.add(createNote('language-not-offered', message, 'sites'))
}
