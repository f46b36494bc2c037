import type { TranslationRef } from '../contract/context.ts'
import type { Seed } from '../contract/seed.ts'
import type { ChangeLog } from './changes.ts'
import type { Table } from './table.ts'

/** The records among which translations are found. */
interface TranslationSource {
  readonly seed: Seed
  readonly table: Table
  readonly written: ChangeLog
}

/** Returns the translations in a group, in the order of languages. Generates no rows if the seed knows their IDs. */
export function findTranslationRefs(
  group: number,
  { seed, table, written }: TranslationSource,
): readonly TranslationRef[] {
  const rows: TranslationRef[] = [...table.inGroup(group)]
  for (const id of seed.members?.(table.model.name, group) ?? []) {
    const language = seed.languageOf(id)
    if (language === undefined || written.has(table.model.name, id)) continue
    if (!table.planted.has(language)) rows.push({ id, language, group })
  }
  const position = ({ language }: TranslationRef): number => seed.languages.indexOf(language)
  return rows.sort((a, b) => position(a) - position(b) || a.id - b.id)
}
